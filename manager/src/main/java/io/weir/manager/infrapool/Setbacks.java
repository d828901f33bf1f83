package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.engine.retry.Setback;
import io.weir.provider.ErrorRule;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Step;
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
final class Setbacks {

  private final Clock clock;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final Undone undone;
  private final Map<ObjectKey, Map<Attempt, Remembered>> remembered = new HashMap<>();

  /** By what a write is recognised; what it carries may be ever new. */
  private record Attempt(String what, Object at) {
    static Attempt of(Step step) {
      return new Attempt(step.what(), step.attempt());
    }
  }

  private record Remembered(Setback setback, Failure failure) {}

  Setbacks(Clock clock) {
    this.clock = clock;
    this.undone = new Undone(clock);
  }

  /** What still holds this step back. */
  synchronized Optional<Failure> holding(ObjectKey pool, Step step) {
    var attempt = Attempt.of(step);
    Remembered last = of(pool).get(attempt);
    return last != null && last.setback().holds(attempt, clock.instant())
        ? Optional.of(last.failure())
        : undone.holding(pool, step);
  }

  synchronized void failed(ObjectKey pool, Step step, Failure failure) {
    remembered
        .computeIfAbsent(pool, _ -> new HashMap<>())
        .compute(
            Attempt.of(step),
            (attempt, last) -> new Remembered(next(last, attempt, failure.error()), failure));
  }

  private Setback next(@Nullable Remembered last, Attempt attempt, ProviderException error) {
    ErrorRule rule = ErrorRule.of(error);
    Optional<Setback> before = Optional.ofNullable(last).map(Remembered::setback);
    Setback setback = Setback.after(before, attempt, rule.pauses(), clock.instant(), random);
    // The cloud's own word is a least: jitter must not undercut it.
    Instant least = rule.asked().map(clock.instant()::plus).orElse(Instant.MIN);
    return setback.until().isBefore(least)
        ? new Setback(attempt, setback.failures(), least)
        : setback;
  }

  /** A write was made. */
  synchronized void done(ObjectKey pool, Step step) {
    of(pool).remove(Attempt.of(step));
    undone.done(pool, step);
  }

  /** All that is to be done now: what is not among it is forgotten. */
  synchronized void planned(ObjectKey pool, List<Step> plan) {
    var attempts = of(pool);
    attempts.keySet().retainAll(plan.stream().map(Attempt::of).toList());
    if (attempts.isEmpty()) {
      remembered.remove(pool);
    }
  }

  /** What people had to mend may be mended: such writes are held back no longer. */
  synchronized void lift(ObjectKey pool) {
    of(pool).values().removeIf(last -> last.failure().error().needsPeople());
  }

  /** The pool is gone. */
  synchronized void forget(ObjectKey pool) {
    remembered.remove(pool);
    undone.forget(pool);
  }

  /** How long until the next held back step may be made; zero if nothing is held back. */
  synchronized Duration left(ObjectKey pool) {
    Instant now = clock.instant();
    return of(pool).values().stream()
        .map(last -> Duration.between(now, last.setback().until()))
        .filter(Duration::isPositive)
        .min(Comparator.naturalOrder())
        .orElseGet(() -> undone.left(pool));
  }

  private Map<Attempt, Remembered> of(ObjectKey pool) {
    return remembered.getOrDefault(pool, new HashMap<>());
  }
}
