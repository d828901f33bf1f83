package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.RetirementReason;
import io.weir.engine.retire.RetirementState;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Gives back instances that are still draining and for which no reason holds any more. */
final class CancelledRetirements {

  private final PoolView pool;
  private final Leaving leaving;
  private final PoolSizes sizes;

  CancelledRetirements(PoolView pool, Leaving leaving, PoolSizes sizes) {
    this.pool = pool;
    this.leaving = leaving;
    this.sizes = sizes;
  }

  /** Takes away the reasons that hold no longer. */
  void dropReasons() {
    for (Member member : leaving.in(RetirementState.DRAINING)) {
      EnumSet<RetirementReason> reasons = EnumSet.copyOf(leaving.of(member).reasons());
      reasons.removeIf(reason -> !holds(reason, member));
      leaving.keep(member, reasons);
    }
    leaving.staying().stream().filter(Member::cordoned).forEach(leaving::restore);
  }

  private boolean holds(RetirementReason reason, Member member) {
    return switch (reason) {
      // A Machine that is being deleted cannot be had back.
      case MACHINE_DELETED, SCALE_IN -> true;
      case ENDED_BY_CLOUD -> false; // only what the cloud does not end is asked about
      case UNHEALTHY -> member.broken() || member.health() == MemberHealth.UNKNOWN;
      case ROLL ->
          member.freshness() != MemberFreshness.CURRENT
              && pool.control().rolls()
              && !pool.control().paused();
    };
  }

  /** Gives back as many as drain beyond what the pool has to lose. */
  void giveBackSurplus() {
    giveBackServed();
    // One after the other: an outdated one who stays may need a surge.
    while (sizes.excess() + leaving.drainingForRoll() < 0
        && giveBack(member -> !isEmptied(member))) {}
    while (sizes.excessOverReplicas() + leaving.drainingForRoll() < 0
        && giveBack(CancelledRetirements::isEmptied)) {}
  }

  /** Whoever is rolled serves a scale-in, too: as many of the current ones may stay. */
  void giveBackServed() {
    while (sizes.excess() < 0 && giveBack(member -> !isEmptied(member) && !member.isOutdated())) {}
  }

  /**
   * Gives back one who is not emptied, for one who is to leave instead.
   *
   * @return whether there was one
   */
  boolean giveBackOne() {
    return giveBack(member -> !isEmptied(member));
  }

  /** Gives back the least drained of those who go for scale-in alone. */
  private boolean giveBack(Predicate<Member> such) {
    Optional<Member> one =
        leaving.in(RetirementState.DRAINING).stream()
            .filter(member -> leaving.leavesOnlyFor(member, RetirementReason.SCALE_IN))
            .filter(such)
            .min(
                Comparator.comparing(Member::drained)
                    .thenComparing(member -> leaving.of(member).since(), Comparator.reverseOrder())
                    .thenComparing(Member::id));
    one.ifPresent(member -> leaving.keep(member, Set.of()));
    return one.isPresent();
  }

  private static boolean isEmptied(Member member) {
    return member.wish() == RemovalWish.EMPTIED;
  }
}
