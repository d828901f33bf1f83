package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.ReplacementBackoff;
import io.weir.engine.retire.RetirementReason;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Decides how many machines a pool asks for and which of them leave: for scale-in, for a rollout,
 * because they are broken, because somebody deleted them. The same look, the same plan.
 */
public final class PoolPlanner {

  /**
   * So long one that is drained waits, from its choice on, for those that still drain in fuller
   * zones: a plan may change when it is over.
   */
  public static final Duration ZONE_WAIT = Duration.ofMinutes(5);

  private final PoolView pool;
  private final RolloutLimits limits;
  private final Leaving leaving;
  private final PoolSizes sizes;

  private PoolPlanner(PoolView pool) {
    this.pool = pool;
    limits =
        RolloutLimits.of(
            pool.strategy(),
            pool.control().sizes() ? pool.replicas() : pool.asked(),
            pool.control().sizes());
    leaving = new Leaving(pool);
    sizes = new PoolSizes(pool, limits, leaving);
  }

  /** Makes the plan. */
  public static PoolPlan plan(PoolView pool) {
    return new PoolPlanner(pool).plan();
  }

  private PoolPlan plan() {
    ReplacementBackoff backoff = backoff();
    boolean mayEnd = pool.control().namesVictims() && pool.control().brake().isEmpty();
    var cancelled = new CancelledRetirements(pool, leaving, sizes);
    var choice = new VictimChoice(pool, limits, leaving, sizes, cancelled);
    cancelled.dropReasons();
    if (mayEnd) {
      backoff = choice.chooseDeletedAndBroken(backoff);
    }
    cancelled.giveBackSurplus();
    if (mayEnd) {
      endDrained();
      choice.chooseWithinBudget();
      cancelled.giveBackServed();
    }
    new HeldMembers(leaving).drainAndRelease();
    return new PoolPlan(
        sizes.toAskFor(),
        new Retirements(leaving.entries(), sizes.surge(), backoff),
        leaving.restored(),
        new ProgressText(pool, limits, leaving, sizes, backoff).progress());
  }

  /** One that became available shows that others will. */
  private ReplacementBackoff backoff() {
    ReplacementBackoff before = pool.retirements().backoff();
    boolean joined =
        leaving
            .present()
            .filter(member -> member.isAvailable() && !member.broken() && !member.isOutdated())
            .anyMatch(member -> member.created().filter(before.last()::isBefore).isPresent());
    return joined ? ReplacementBackoff.NONE : before;
  }

  private void endDrained() {
    List<Member> drained =
        leaving.in(RetirementState.DRAINING).stream()
            .filter(Member::drained)
            .sorted(
                Comparator.<Member, Instant>comparing(member -> leaving.of(member).since())
                    .thenComparing(Member::id))
            .toList();
    for (Member member : drained) {
      int wanted = sizes.wantedWithout(leaving.leavesFor(member, RetirementReason.ROLL));
      if (pool.control().sizes() && sizes.remaining() > wanted) {
        if (!waitsForFullerZone(member)) {
          leaving.move(member, RetirementState.SHRINKING);
        }
      } else if (member.wish() == RemovalWish.EMPTIED
          || !leaving.leavesOnlyFor(member, RetirementReason.SCALE_IN)) {
        leaving.move(member, RetirementState.REPLACING);
      }
    }
  }

  /** Where zones are two apart, AWS ends an instance that nobody has drained to level them. */
  private boolean waitsForFullerZone(Member member) {
    if (!leaving.leavesOnlyFor(member, RetirementReason.SCALE_IN)
        || !pool.now().isBefore(leaving.of(member).since().plus(ZONE_WAIT))) {
      return false;
    }
    Map<String, Long> inZone = leaving.countRemainingByZone();
    return leaving.in(RetirementState.DRAINING).stream()
        .filter(other -> !other.drained())
        .filter(other -> leaving.leavesOnlyFor(other, RetirementReason.SCALE_IN))
        .anyMatch(
            other ->
                inZone.getOrDefault(other.zone(), 0L) > inZone.getOrDefault(member.zone(), 0L));
  }
}
