package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes that succeeded and had to be made again: somebody else, such as a scaling policy, changes
 * back what they change. They are repeated ever more rarely, and told once it is no accident.
 */
final class RevertedWrites {

  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofSeconds(10), Duration.ofMinutes(10));

  /** So often it may be a slow read or a coincidence. */
  private static final int REPORT_AFTER = 3;

  private final Clock clock;
  private final Map<ObjectKey, Map<Object, RepeatedWrite>> writes = new HashMap<>();

  /**
   * How often a write of one aim was made.
   *
   * @param what the write, whatever it aims at
   */
  private record RepeatedWrite(String what, int times, Instant last) {

    /** Nothing after the first time: that the same is needed once more is ordinary. */
    Instant heldUntil() {
      return times < 2 ? last : last.plus(PAUSES.nominal(times - 1));
    }

    boolean isExpired(Instant now) {
      return now.isAfter(last.plus(PAUSES.longest().multipliedBy(2)));
    }
  }

  RevertedWrites(Clock clock) {
    this.clock = clock;
  }

  void recordWrite(ObjectKey pool, PlanStep planStep) {
    Instant now = clock.instant();
    var ofPool = writes.computeIfAbsent(pool, _ -> new HashMap<>());
    Object aim = planStep.goalKey();
    // With another aim of the same write, the pool itself asks for something else than before.
    ofPool
        .entrySet()
        .removeIf(
            each ->
                each.getValue().isExpired(now)
                    || (each.getValue().what().equals(planStep.description())
                        && !each.getKey().equals(aim)));
    ofPool.compute(
        aim,
        (_, last) ->
            new RepeatedWrite(planStep.description(), last == null ? 1 : last.times() + 1, now));
  }

  Optional<CallFailure> failureHolding(ObjectKey pool, PlanStep planStep) {
    RepeatedWrite last = lastWrite(pool, planStep);
    if (last == null || !clock.instant().isBefore(last.heldUntil())) {
      return Optional.empty();
    }
    String message =
        "done %d times and reverted each time: %s; stop what reverts it, or change the pool's spec to match"
            .formatted(last.times(), planStep.reason());
    return Optional.of(
        CallFailure.of(
            planStep,
            last.times() < REPORT_AFTER
                ? new ProviderException.Transient(message, null)
                : new ProviderException.Rejected(message, null)));
  }

  private @Nullable RepeatedWrite lastWrite(ObjectKey pool, PlanStep planStep) {
    RepeatedWrite last = writes.getOrDefault(pool, Map.of()).get(planStep.goalKey());
    return last == null || last.isExpired(clock.instant()) ? null : last;
  }

  Duration timeUntilRetry(ObjectKey pool) {
    Instant now = clock.instant();
    return writes.getOrDefault(pool, Map.of()).values().stream()
        .map(each -> Duration.between(now, each.heldUntil()))
        .filter(Duration::isPositive)
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  void forget(ObjectKey pool) {
    writes.remove(pool);
  }
}
