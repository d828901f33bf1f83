package io.weir.kernel.work;

import java.time.Duration;

/**
 * Pauses between failed passes: doubled from the first to the longest, without an end.
 *
 * @param first the pause after the first failure
 * @param longest the longest pause
 */
public record RetryPauses(Duration first, Duration longest) {

  /** 250 ms to 5 min. */
  public static final RetryPauses DEFAULT =
      new RetryPauses(Duration.ofMillis(250), Duration.ofMinutes(5));

  /** Of a conflict with another writer, which the next event usually resolves. */
  static final RetryPauses CONFLICT =
      new RetryPauses(Duration.ofMillis(100), Duration.ofSeconds(30));

  public RetryPauses {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("pauses must grow from a positive one: " + first);
    }
  }

  /**
   * The pause after so many failures in a row.
   *
   * @param failures 1 or more
   * @param jitter from 0 to 1; takes up to a fifth off, so that keys which failed together do not
   *     return together
   */
  Duration after(int failures, double jitter) {
    int doublings = Math.min(failures - 1, 30);
    double full =
        Math.min((double) longest.toNanos(), Math.scalb((double) first.toNanos(), doublings));
    return Duration.ofNanos((long) (full * (1 - jitter / 5)));
  }
}
