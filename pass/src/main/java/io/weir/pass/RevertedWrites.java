package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes that succeeded and had to be made again: somebody else, such as a scaling policy, changes
 * back what they change, or the cloud does not keep it. They are repeated ever more rarely, and
 * told once it is no accident.
 */
final class RevertedWrites {

  /** Of writes whose effect was observed before it was taken back. */
  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofSeconds(10), Duration.ofMinutes(10));

  /** Of writes that no observation ever showed to have an effect. */
  private static final Backoff FUTILE_PAUSES =
      Backoff.doubling(Duration.ofSeconds(30), PAUSES.longest());

  /** So often it may be a slow read or a coincidence. */
  private static final int REPORT_AFTER = 3;

  private final Clock clock;
  private final Map<ObjectKey, Map<Object, RepeatedWrite>> writes = new HashMap<>();

  /**
   * How often a write of one aim was made.
   *
   * @param step the latest, whatever it started from
   * @param times how often it was needed although it had been made and noted
   * @param unnoted how often besides it was made and could not be noted on the pool
   * @param seenAt when the last observation began that showed the effect of the latest; none has,
   *     unless that is after it was made
   */
  private record RepeatedWrite(
      PlanStep step, int times, int unnoted, Instant last, Instant seenAt) {

    /**
     * Nothing after the first time: that the same is needed once more is ordinary, unless nothing
     * has happened in between.
     */
    Instant heldUntil(boolean isPoolsLatest) {
      int made = times + unnoted;
      if (isPoolsLatest && !seenAt.isAfter(last)) {
        return last.plus(FUTILE_PAUSES.nominal(made));
      }
      return made < 2 ? last : last.plus(pause());
    }

    boolean isExpired(Instant now) {
      return now.isAfter(last.plus(PAUSES.longest().multipliedBy(2)));
    }

    boolean isReportable() {
      return times >= REPORT_AFTER;
    }

    /** Whether it is told: whoever has taken it back so often may only be slow to do so again. */
    boolean isStanding(Instant now) {
      return isReportable() && !isExpired(now) && seenAt.isBefore(last.plus(pause()));
    }

    /** So long it would be held back if it were needed once more. */
    private Duration pause() {
      return PAUSES.nominal(Math.max(1, times + unnoted - 1));
    }

    /** The longer ago it was made, the later. */
    Instant nextLook(Instant now) {
      Duration after = pause();
      while (!last.plus(after).isAfter(now)) {
        after = after.multipliedBy(2);
      }
      return last.plus(after);
    }

    RepeatedWrite asSeen(Instant at) {
      return seenAt.isAfter(at) ? this : new RepeatedWrite(step, times, unnoted, last, at);
    }

    /** Nobody has taken it back if it is made once more. */
    RepeatedWrite asUnnoted() {
      return seenAt.equals(Instant.MAX)
          ? this
          : new RepeatedWrite(step, times - 1, unnoted + 1, last, Instant.MAX);
    }

    /** The same words however often it happens. */
    CallFailure failure(PlanStep next) {
      String message =
          times < 1
              ? "it is done, which could not be written to the pool; it is done again"
              : "it does not last: %s each time; stop what reverts it, or change the pool's spec to match"
                  .formatted(next.reason());
      return CallFailure.of(
          next,
          isReportable()
              ? new ProviderException.Reverted(message)
              : new ProviderException.Transient(message, null));
    }
  }

  RevertedWrites(Clock clock) {
    this.clock = clock;
  }

  /**
   * A write succeeded.
   *
   * @return what is to be told, once, if it was made so often that this is no accident
   */
  Optional<CallFailure> recordWrite(ObjectKey pool, PlanStep planStep) {
    Instant now = clock.instant();
    var ofPool = writes.computeIfAbsent(pool, _ -> new HashMap<>());
    Object aim = planStep.goalKey();
    // With another aim of the same write, the pool itself asks for something else than before.
    ofPool
        .entrySet()
        .removeIf(
            each ->
                each.getValue().isExpired(now)
                    || (isSameWrite(each.getValue().step(), planStep)
                        && !each.getKey().equals(aim)));
    if (planStep.endsInstances() > 0) {
      // Clouds lower the size with a machine that is ended: that is the pool's own doing.
      ofPool.keySet().retainAll(Set.of(aim));
    }
    RepeatedWrite last = ofPool.get(aim);
    int times = last == null ? 1 : last.times() + 1;
    int unnoted = last == null ? 0 : last.unnoted();
    var write = new RepeatedWrite(planStep, times, unnoted, now, now);
    ofPool.put(aim, write);
    return times == REPORT_AFTER ? Optional.of(write.failure(planStep)) : Optional.empty();
  }

  /**
   * What was planned on an observation: a write that is no longer needed has lasted until then.
   *
   * @param asOf when the observation began, or the answer to a write came
   */
  void recordPlan(ObjectKey pool, List<PlanStep> plan, Instant asOf) {
    of(pool)
        .replaceAll(
            (aim, write) ->
                asOf.isAfter(write.last())
                        && plan.stream()
                            .noneMatch(
                                step ->
                                    isSameWrite(step, write.step()) && step.goalKey().equals(aim))
                    ? write.asSeen(asOf)
                    : write);
  }

  /** What was made since then could not be noted on the pool, so that it may be made again. */
  void recordUnnoted(ObjectKey pool, Instant since) {
    of(pool).replaceAll((aim, write) -> write.last().isBefore(since) ? write : write.asUnnoted());
  }

  private static boolean isSameWrite(PlanStep one, PlanStep other) {
    return one.description().equals(other.description());
  }

  Optional<CallFailure> failureHolding(ObjectKey pool, PlanStep planStep) {
    RepeatedWrite last = lastWrite(pool, planStep);
    return last == null || !clock.instant().isBefore(heldUntil(pool, last))
        ? Optional.empty()
        : Optional.of(last.failure(planStep));
  }

  /** What is told of a pool until an observation shows that it has lasted. */
  Optional<CallFailure> standing(ObjectKey pool) {
    return standingWrites(pool).map(write -> write.failure(write.step())).findFirst();
  }

  /** When an observation may show that what is told of a pool has lasted. */
  Optional<Instant> nextLook(ObjectKey pool) {
    Instant now = clock.instant();
    return standingWrites(pool).map(write -> write.nextLook(now)).min(Instant::compareTo);
  }

  private Stream<RepeatedWrite> standingWrites(ObjectKey pool) {
    Instant now = clock.instant();
    return of(pool).values().stream().filter(write -> write.isStanding(now));
  }

  private Instant heldUntil(ObjectKey pool, RepeatedWrite write) {
    Collection<RepeatedWrite> all = of(pool).values();
    return write.heldUntil(all.stream().noneMatch(each -> each.last().isAfter(write.last())));
  }

  private @Nullable RepeatedWrite lastWrite(ObjectKey pool, PlanStep planStep) {
    RepeatedWrite last = of(pool).get(planStep.goalKey());
    return last == null || last.isExpired(clock.instant()) ? null : last;
  }

  Duration timeUntilRetry(ObjectKey pool) {
    Instant now = clock.instant();
    return of(pool).values().stream()
        .map(each -> Duration.between(now, heldUntil(pool, each)))
        .filter(Duration::isPositive)
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  void forget(ObjectKey pool) {
    writes.remove(pool);
  }

  private Map<Object, RepeatedWrite> of(ObjectKey pool) {
    return writes.getOrDefault(pool, new HashMap<>());
  }
}
