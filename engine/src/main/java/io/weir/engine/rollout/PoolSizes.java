package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.RetirementState;

/** The sizes of a pool, while a plan is being made. */
final class PoolSizes {

  private final PoolView pool;
  private final RolloutLimits limits;
  private final Leaving leaving;

  PoolSizes(PoolView pool, RolloutLimits limits, Leaving leaving) {
    this.pool = pool;
    this.limits = limits;
    this.leaving = leaving;
  }

  /**
   * What the cloud has been asked for, once those are gone with whom it falls; it has fallen with
   * those that end already.
   */
  int remaining() {
    return pool.asked() - leaving.count(RetirementState.SHRINKING);
  }

  /** Members that fill that size. */
  int filled() {
    return Math.toIntExact(leaving.present().count()) - leaving.count(RetirementState.SHRINKING);
  }

  /** Members that the pool may keep or lose: what the cloud has beyond the size it ends itself. */
  int usable() {
    return Math.min(remaining(), filled());
  }

  /** How many are wanted now; the surge is held until outdated ones that drain are gone. */
  int wanted() {
    return limits.replicas() + surge(leaving.drainingForRoll());
  }

  /** How many are wanted once those are gone who drain. */
  int wantedWithoutDraining() {
    return limits.replicas() + surge(0);
  }

  /** How many are wanted once one that drains is gone. */
  int wantedWithout(boolean drainsForRoll) {
    return limits.replicas() + surge(leaving.drainingForRoll() - (drainsForRoll ? 1 : 0));
  }

  /** How many must leave beside those who drain; negative if too many do. */
  int excess() {
    return usable() - leaving.count(RetirementState.DRAINING) - wantedWithoutDraining();
  }

  /** The same without a surge; negative if those who drain leave fewer than the replicas. */
  int excessOverReplicas() {
    return usable() - leaving.count(RetirementState.DRAINING) - limits.replicas();
  }

  /** The surge as it stands, to be remembered. */
  int surge() {
    return wanted() - limits.replicas();
  }

  private int surge(int draining) {
    if (!pool.control().rolls()) {
      return 0;
    }
    int outdated = leaving.countStaying(Member::isOutdated) + draining;
    int unknown = leaving.countStaying(member -> member.freshness() == MemberFreshness.UNKNOWN);
    // What is not known, or waits for people, raises nothing and gives nothing back.
    int kept = Math.min(pool.retirements().surge(), outdated + unknown);
    int begun = pool.control().paused() ? 0 : outdated;
    return Math.min(limits.surge(), Math.max(kept, begun));
  }

  /** The size to ask for: raised; lowered to what is there, as a lower one may cost another. */
  int toAskFor() {
    if (!pool.control().sizes()) {
      return pool.asked();
    }
    int wanted = wanted();
    if (!pool.control().namesVictims()) {
      return wanted;
    }
    if (wanted >= remaining()) {
      return Math.max(pool.asked(), wanted);
    }
    return isFilledByNow() && leaving.count(RetirementState.SHRINKING) == 0
        ? Math.min(pool.asked(), Math.max(wanted, filled()))
        : pool.asked();
  }

  /** Whether the cloud does not give what it is asked for. */
  boolean isUnfilled() {
    return isFilledByNow() && filled() < remaining();
  }

  /** A cloud may launch another only when one that it ends is gone. */
  private boolean isFilledByNow() {
    return pool.askedLongAgo() && leaving.held().isEmpty();
  }
}
