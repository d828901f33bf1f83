package io.weir.manager.drain;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time of one round. A server that takes nearly a second for each answer, of which nobody else
 * minds, must not keep one of the few rounds of all clusters for as long as there is to ask.
 */
final class RoundBudget {

  private static final Duration AT_MOST = Duration.ofSeconds(30);

  /** The time is over. The message is for people. */
  @SuppressWarnings("serial") // never serialised
  static final class SpentException extends RuntimeException {
    SpentException() {
      super(
          "the workload cluster answers too slowly: more than %d s in one look at the Node"
              .formatted(AT_MOST.toSeconds()));
    }
  }

  private final LongSupplier nanoTime;
  private final long start;

  /**
   * One that begins now.
   *
   * @param nanoTime see {@link System#nanoTime}
   */
  RoundBudget(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  /** Whether nothing more is to be asked in this round. */
  boolean isSpent() {
    return nanoTime.getAsLong() - start > AT_MOST.toNanos();
  }

  /** Ends the round if its time is over. */
  void check() {
    if (isSpent()) {
      throw new SpentException();
    }
  }
}
