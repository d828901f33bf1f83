package io.weir.manager.infrapool;

import io.weir.provider.Ownership;
import java.util.List;

/** What becomes of a pool that is being deleted, by whose its cloud objects are. */
enum DeletionDecision {
  /** Something of it is the pool's, and goes first. */
  CLEAN_UP,
  /** People must say whose it is: letting go of it would leak every machine in silence. */
  HOLD,
  /** Nothing of it is the pool's. */
  RELEASE;

  /**
   * Decides.
   *
   * @param ownerships of what was seen, at least one
   * @param listsMembers whether the pool says that it has machines
   */
  static DeletionDecision of(List<Ownership> ownerships, boolean listsMembers) {
    if (ownerships.stream().anyMatch(DeletionDecision::isInDoubt)) {
      return HOLD;
    }
    if (ownerships.stream().anyMatch(ownership -> ownership.hindrance().isEmpty())) {
      return CLEAN_UP;
    }
    return listsMembers && !ownerships.stream().allMatch(DeletionDecision::isAnothers)
        ? HOLD
        : RELEASE;
  }

  private static boolean isInDoubt(Ownership ownership) {
    return ownership instanceof Ownership.Held;
  }

  private static boolean isAnothers(Ownership ownership) {
    return ownership instanceof Ownership.Foreign foreign && foreign.marked();
  }
}
