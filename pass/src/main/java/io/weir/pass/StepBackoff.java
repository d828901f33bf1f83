package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.engine.retry.FailedAttempt;
import io.weir.provider.ErrorRule;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Writes that are not repeated yet: those that failed, and those that succeeded and were undone by
 * somebody. Events and looks go on waking their pools, so without this a write that can never last
 * would be repeated with each.
 */
public final class StepBackoff {

  private final Clock clock;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final RevertedWrites revertedWrites;
  private final Map<ObjectKey, Map<StepKey, HeldStep>> heldSteps = new HashMap<>();

  /** By what a write is recognised; what it carries may be ever new. */
  private record StepKey(String what, Object at) {
    static StepKey of(PlanStep planStep) {
      return new StepKey(planStep.description(), planStep.backoffKey());
    }
  }

  private record HeldStep(FailedAttempt setback, CallFailure failure) {}

  /** Nothing is held back yet. */
  public StepBackoff(Clock clock) {
    this.clock = clock;
    this.revertedWrites = new RevertedWrites(clock);
  }

  /** What still holds this step back. */
  synchronized Optional<CallFailure> failureHolding(ObjectKey pool, PlanStep planStep) {
    var stepKey = StepKey.of(planStep);
    HeldStep last = of(pool).get(stepKey);
    return last != null && last.setback().appliesTo(stepKey, clock.instant())
        ? Optional.of(last.failure())
        : revertedWrites.failureHolding(pool, planStep);
  }

  synchronized void recordFailure(ObjectKey pool, PlanStep planStep, CallFailure callFailure) {
    heldSteps
        .computeIfAbsent(pool, _ -> new HashMap<>())
        .compute(
            StepKey.of(planStep),
            (stepKey, last) -> new HeldStep(next(last, stepKey, callFailure.error()), callFailure));
  }

  private FailedAttempt next(@Nullable HeldStep last, StepKey stepKey, ProviderException error) {
    ErrorRule rule = ErrorRule.of(error);
    Optional<FailedAttempt> before = Optional.ofNullable(last).map(HeldStep::setback);
    FailedAttempt failedAttempt =
        FailedAttempt.afterFailure(before, stepKey, rule.pauses(), clock.instant(), random);
    // The cloud's own word is a least: jitter must not undercut it.
    Instant least = rule.asked().map(clock.instant()::plus).orElse(Instant.MIN);
    return failedAttempt.until().isBefore(least)
        ? new FailedAttempt(stepKey, failedAttempt.failures(), least)
        : failedAttempt;
  }

  /**
   * A write was made.
   *
   * @return that it does not last, if that is to be told now
   */
  synchronized Optional<CallFailure> recordSuccess(ObjectKey pool, PlanStep planStep) {
    of(pool).remove(StepKey.of(planStep));
    return revertedWrites.recordWrite(pool, planStep);
  }

  /**
   * What was written since then could not be noted on the pool: if it is made again, that does not
   * show that it was taken back.
   */
  public synchronized void recordUnnoted(ObjectKey pool, Instant since) {
    revertedWrites.recordUnnoted(pool, since);
  }

  /** What was written again and again and is not known to last. */
  synchronized Optional<CallFailure> standingRevert(ObjectKey pool) {
    return revertedWrites.standing(pool);
  }

  /** When an observation may show that this is over; absent if nothing is told. */
  synchronized Optional<Instant> nextLookAtStandingRevert(ObjectKey pool) {
    return revertedWrites.nextLook(pool);
  }

  /**
   * All that is to be done now: what is not among it is forgotten.
   *
   * @param asOf when the observation began, or the answer came, on which it was planned
   */
  synchronized void retainPlanned(ObjectKey pool, List<PlanStep> plan, Instant asOf) {
    revertedWrites.recordPlan(pool, plan, asOf);
    var attempts = of(pool);
    attempts.keySet().retainAll(plan.stream().map(StepKey::of).toList());
    if (attempts.isEmpty()) {
      heldSteps.remove(pool);
    }
  }

  /** What people had to mend may be mended: such writes are held back no longer. */
  public synchronized void releaseUserErrors(ObjectKey pool) {
    of(pool).values().removeIf(last -> last.failure().error().needsUserAction());
  }

  /** The pool is gone. */
  public synchronized void forget(ObjectKey pool) {
    heldSteps.remove(pool);
    revertedWrites.forget(pool);
  }

  /** How long until the next held back step may be made; zero if nothing is held back. */
  public synchronized Duration timeUntilRetry(ObjectKey pool) {
    Instant now = clock.instant();
    return of(pool).values().stream()
        .map(last -> Duration.between(now, last.setback().until()))
        .filter(Duration::isPositive)
        .min(Comparator.naturalOrder())
        .orElseGet(() -> revertedWrites.timeUntilRetry(pool));
  }

  private Map<StepKey, HeldStep> of(ObjectKey pool) {
    return heldSteps.getOrDefault(pool, new HashMap<>());
  }
}
