package io.weir.engine.retry;

import io.weir.api.retry.Backoff;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What failed last and until when it is not tried again. An attempt at something else is not held
 * back by it: {@link #appliesTo} compares what was attempted.
 *
 * @param attempted what was attempted, exactly; the same attempt has an equal value
 * @param failures how often it failed in a row
 * @param until when it is tried again
 */
public record FailedAttempt(Object attempted, int failures, Instant until) {

  /** An attempt failed now: for the how-manieth time in a row, and how long the next one waits. */
  public static FailedAttempt afterFailure(
      Optional<FailedAttempt> last,
      Object attempted,
      Backoff pauses,
      Instant now,
      RandomGenerator random) {
    int failures =
        last.filter(failedAttempt -> failedAttempt.attempted.equals(attempted))
                .map(FailedAttempt::failures)
                .orElse(0)
            + 1;
    return new FailedAttempt(attempted, failures, now.plus(pauses.pause(failures, random)));
  }

  /** Whether this attempt must still wait. */
  public boolean appliesTo(Object attempt, Instant now) {
    return attempted.equals(attempt) && now.isBefore(until);
  }
}
