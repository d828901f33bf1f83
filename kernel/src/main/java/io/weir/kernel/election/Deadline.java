package io.weir.kernel.election;

import java.time.Duration;

/**
 * A moment in the future, by both clocks of a machine: the one that never goes back stands still
 * while the machine is suspended, the other may be set back. It has passed as soon as either says
 * so.
 *
 * @param nanos by {@link System#nanoTime}
 * @param millis by {@link System#currentTimeMillis}
 */
record Deadline(long nanos, long millis) {

  /** One that was long ago. */
  static final Deadline PASSED = new Deadline(System.nanoTime(), 0);

  static Deadline after(Duration time) {
    return new Deadline(
        System.nanoTime() + time.toNanos(), System.currentTimeMillis() + time.toMillis());
  }

  boolean hasPassed() {
    return hasPassed(System.nanoTime(), System.currentTimeMillis());
  }

  boolean hasPassed(long nowNanos, long nowMillis) {
    return nowNanos - nanos >= 0 || nowMillis >= millis;
  }
}
