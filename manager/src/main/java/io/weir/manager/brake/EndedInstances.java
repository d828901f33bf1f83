package io.weir.manager.brake;

import java.time.Duration;
import java.time.Instant;

/**
 * How many instances may still be ended in one scope: a bucket that holds an hour's and fills again
 * within an hour.
 */
final class EndedInstances {

  private static final double SECONDS = Duration.ofHours(1).toSeconds();

  private final int perHour;
  private double left;
  private Instant filled;

  /** A full one. */
  EndedInstances(int perHour, Instant now) {
    this.perHour = perHour;
    this.left = perHour;
    this.filled = now;
  }

  /** How long until so many may be ended; for more than an hour's, until nothing was. */
  synchronized Duration waitFor(int instances, Instant now) {
    fill(now);
    double missing = Math.min(instances, perHour) - left;
    return missing <= 0
        ? Duration.ZERO
        : Duration.ofMillis((long) Math.ceil(missing / perHour * SECONDS * 1000));
  }

  /** So many are ended, whether they may be or not. */
  synchronized void take(int instances, Instant now) {
    fill(now);
    left -= instances;
  }

  private void fill(Instant now) {
    double seconds = Duration.between(filled, now).toNanos() / 1e9;
    if (seconds > 0) {
      left = Math.min(perHour, left + seconds / SECONDS * perHour);
      filled = now;
    }
  }
}
