package io.weir.kernel.health;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** When a thread that must go round and round last did so. Safe for all threads. */
public final class Heartbeat {

  private final String name;
  private final Duration limit;
  private final LongSupplier nanos;
  private volatile long last;
  private volatile boolean expected;

  /**
   * One that is not expected yet.
   *
   * @param name what goes round, for people
   * @param limit how long a round may take
   */
  public Heartbeat(String name, Duration limit) {
    this(name, limit, System::nanoTime);
  }

  Heartbeat(String name, Duration limit, LongSupplier nanos) {
    this.name = name;
    this.limit = limit;
    this.nanos = nanos;
  }

  /** A round begins; the next one is expected within the limit. */
  public void beat() {
    last = nanos.getAsLong();
    expected = true;
  }

  /** No more rounds are expected. */
  public void end() {
    expected = false;
  }

  /** What stands still, for people; empty if nothing does. */
  public Optional<String> problem() {
    // In this order: whoever begins has beaten before it is expected to.
    boolean due = expected;
    long silent = nanos.getAsLong() - last;
    return due && silent > limit.toNanos()
        ? Optional.of("%s has not moved for more than %d s".formatted(name, limit.toSeconds()))
        : Optional.empty();
  }
}
