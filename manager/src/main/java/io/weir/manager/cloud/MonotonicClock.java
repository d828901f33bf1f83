package io.weir.manager.cloud;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * A clock that never goes back, for what only order and distance in time matter to. It is the wall
 * clock, also when that is set forward or the machine slept; where the wall clock is set back, it
 * goes on from where it was. So it is never behind the wall clock, and a time of it that a later
 * process reads is not taken for an older one.
 *
 * <p>Not for what people or other programs read: after a step back it is ahead until the end of the
 * process.
 */
public final class MonotonicClock extends Clock {

  private final InstantSource wall;
  private final LongSupplier nanos;
  private Instant lastInstant;
  private long lastNanos;

  /** The clock of this machine. */
  public MonotonicClock(InstantSource wall) {
    this(wall, System::nanoTime);
  }

  /**
   * A clock that goes on by another.
   *
   * @param nanos one that goes on whatever is done to the wall clock, like {@link System#nanoTime}
   */
  MonotonicClock(InstantSource wall, LongSupplier nanos) {
    this.wall = wall;
    this.nanos = nanos;
    this.lastInstant = wall.instant();
    this.lastNanos = nanos.getAsLong();
  }

  @Override
  public synchronized Instant instant() {
    long now = nanos.getAsLong();
    Instant carriedOn = lastInstant.plusNanos(now - lastNanos);
    Instant shown = wall.instant();
    lastInstant = shown.isAfter(carriedOn) ? shown : carriedOn;
    lastNanos = now;
    return lastInstant;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  /** The same: a zone matters to who reads a time, and nobody does. */
  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
