package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.engine.retry.RetryPolicy;
import io.weir.engine.retry.Setback;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Writes that failed and are not repeated yet. Events go on waking their pools, so without this a
 * write that can never succeed would be repeated with each.
 */
final class Setbacks {

  private final Clock clock;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final Map<ObjectKey, Remembered> remembered = new ConcurrentHashMap<>();

  private record Remembered(Setback setback, Failure failure) {}

  Setbacks(Clock clock) {
    this.clock = clock;
  }

  /** The failure that still holds this attempt back. */
  Optional<Failure> holding(ObjectKey pool, Object attempt) {
    Remembered last = remembered.get(pool);
    return last != null && last.setback().holds(attempt, clock.instant())
        ? Optional.of(last.failure())
        : Optional.empty();
  }

  void failed(ObjectKey pool, Object attempt, Failure failure) {
    remembered.compute(
        pool,
        (_, last) ->
            new Remembered(
                Setback.after(
                    Optional.ofNullable(last).map(Remembered::setback),
                    attempt,
                    policy(failure.error()),
                    clock.instant(),
                    random),
                failure));
  }

  void cleared(ObjectKey pool) {
    remembered.remove(pool);
  }

  /** How long until the last failed attempt may be repeated; zero if nothing is held back. */
  Duration left(ObjectKey pool) {
    Remembered last = remembered.get(pool);
    Duration left =
        last == null ? Duration.ZERO : Duration.between(clock.instant(), last.setback().until());
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static RetryPolicy policy(ProviderException error) {
    return switch (error) {
      case ProviderException.Throttled throttled ->
          new RetryPolicy(longer(throttled.after(), Duration.ofSeconds(1)), Duration.ofMinutes(2));
      case ProviderException.Denied _, ProviderException.Rejected _ -> RetryPolicy.HUMAN;
      case ProviderException.NotFound _,
          ProviderException.Busy _,
          ProviderException.Transient _,
          ProviderException.Ambiguous _ ->
          RetryPolicy.TRANSIENT;
    };
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
