package io.weir.engine.retire;

import java.time.Duration;
import java.time.Instant;

/**
 * How many machines were replaced one after the other because they failed or never joined. Another
 * one may be just as bad, so each waits longer.
 *
 * @param count how many; 0 once one has become available
 * @param last when the last one was chosen; of no meaning if there is none
 */
public record ReplacementBackoff(int count, Instant last) {

  /** None. */
  public static final ReplacementBackoff NONE = new ReplacementBackoff(0, Instant.EPOCH);

  private static final Duration FIRST = Duration.ofMinutes(10);
  private static final int DOUBLINGS_AT_MOST = 5;

  /** From when on the next may be replaced. */
  public Instant nextAt() {
    return count == 0 ? Instant.MIN : last.plus(FIRST.multipliedBy(1L << exponent()));
  }

  private int exponent() {
    return Math.min(count - 1, DOUBLINGS_AT_MOST);
  }

  /** With one more. */
  public ReplacementBackoff increased(Instant now) {
    return new ReplacementBackoff(count + 1, now);
  }
}
