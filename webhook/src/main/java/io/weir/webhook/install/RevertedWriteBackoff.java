package io.weir.webhook.install;

import java.time.Duration;

/**
 * Slows down writes of an object that somebody else undoes again and again, as a second
 * installation of Weir would. A few in a row are what a start and a replacement of the authority
 * take.
 */
final class RevertedWriteBackoff {

  private static final Duration CALM_PERIOD = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final int USUAL = 8;

  private int inARow;
  private long last;

  /** How long the next write has to wait; zero if it need not. */
  Duration remainingPause(long nanos) {
    if (inARow <= USUAL) {
      return Duration.ZERO;
    }
    Duration wanted = Duration.ofMillis(100L << Math.min(inARow - USUAL, 16));
    Duration pause = wanted.compareTo(LONGEST) > 0 ? LONGEST : wanted;
    Duration left = pause.minusNanos(nanos - last);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Tells of a write; answers whether this begins to look like a dispute. */
  boolean recordWrite(long nanos) {
    boolean calm = inARow > 0 && nanos - last > CALM_PERIOD.plus(LONGEST).toNanos();
    inARow = calm ? 1 : inARow + 1;
    last = nanos;
    return inARow == USUAL + 1;
  }
}
