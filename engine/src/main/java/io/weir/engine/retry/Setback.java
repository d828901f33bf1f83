package io.weir.engine.retry;

import io.weir.api.retry.BackOff;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What failed last and until when it is not tried again. An attempt at something else is not held
 * back by it: {@link #holds} compares what was attempted.
 *
 * @param attempted what was attempted, exactly; the same attempt has an equal value
 * @param failures how often it failed in a row
 * @param until when it is tried again
 */
public record Setback(Object attempted, int failures, Instant until) {

  /** The setback after an attempt failed now. */
  public static Setback after(
      Optional<Setback> last,
      Object attempted,
      BackOff pauses,
      Instant now,
      RandomGenerator random) {
    int failures =
        last.filter(setback -> setback.attempted.equals(attempted)).map(Setback::failures).orElse(0)
            + 1;
    return new Setback(attempted, failures, now.plus(pauses.pause(failures, random)));
  }

  /** Whether this attempt must still wait. */
  public boolean holds(Object attempt, Instant now) {
    return attempted.equals(attempt) && now.isBefore(until);
  }
}
