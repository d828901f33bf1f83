package io.weir.pass;

import io.weir.provider.Ownership;
import java.util.List;
import java.util.Set;

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
   * @param members provider IDs that the pool lists
   * @param instances provider IDs of what was seen
   */
  static DeletionDecision of(
      List<Ownership> ownerships, Set<String> members, Set<String> instances) {
    if (ownerships.stream().anyMatch(Ownership.Held.class::isInstance)) {
      return HOLD;
    }
    if (ownerships.stream().anyMatch(ownership -> ownership.conflict().isEmpty())) {
      return CLEAN_UP;
    }
    boolean anothers = ownerships.stream().allMatch(DeletionDecision::isAnothers);
    boolean inDoubt =
        anothers ? members.stream().anyMatch(instances::contains) : !members.isEmpty();
    return inDoubt ? HOLD : RELEASE;
  }

  private static boolean isAnothers(Ownership ownership) {
    return ownership instanceof Ownership.Foreign foreign && foreign.marked();
  }
}
