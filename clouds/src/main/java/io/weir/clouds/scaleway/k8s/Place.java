package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.CloudTime;
import io.weir.clouds.Faults;
import io.weir.clouds.InstanceEvents;
import io.weir.clouds.Journal;
import io.weir.clouds.scaleway.world.Timing;
import io.weir.clouds.scaleway.world.World;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Where clusters live. Everything in it is guarded by a single lock: {@link #locked} for calls from
 * outside, {@link #later} for what happens by itself.
 */
public final class Place {
  private final World world;
  private final Timing timing;
  private final CloudTime time;
  private final Faults faults;
  private final Journal journal;
  private final InstanceEvents events;
  private final ReentrantLock lock = new ReentrantLock();
  private long lastId;
  private int lastAddress;

  /** A place whose clock, faults, journal and listeners belong to the cloud. */
  public Place(
      World world,
      Timing timing,
      CloudTime time,
      Faults faults,
      Journal journal,
      InstanceEvents events) {
    this.world = world;
    this.timing = timing;
    this.time = time;
    this.faults = faults;
    this.journal = journal;
    this.events = events;
  }

  /** What exists beforehand. */
  public World world() {
    return world;
  }

  Timing timing() {
    return timing;
  }

  Faults faults() {
    return faults;
  }

  Journal journal() {
    return journal;
  }

  InstanceEvents events() {
    return events;
  }

  /** The present, in the microseconds that Scaleway stores. */
  public Instant now() {
    return time.now().truncatedTo(ChronoUnit.MICROS);
  }

  /** A new id: a UUID that looks drawn but follows a count. */
  public String newId() {
    long mixed = ++lastId * 0x9E3779B97F4A7C15L;
    // Version 4 and the usual variant, as the ids of Scaleway have them.
    long high = (mixed & 0xFFFFFFFFFFFF0FFFL) | 0x4000L;
    long low = (Long.reverse(mixed) & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low).toString();
  }

  /** A new address in the private network. */
  String newAddress() {
    int next = ++lastAddress;
    return "172.16.%d.%d".formatted(next / 250 % 250, 2 + next % 250);
  }

  /** How many ids and addresses were given, to go on counting at another time. */
  Given given() {
    return new Given(lastId, lastAddress);
  }

  /** Goes on counting. */
  void given(Given before) {
    lastId = before.ids();
    lastAddress = before.addresses();
  }

  /** What was given away. */
  record Given(long ids, int addresses) {}

  /** Runs work under the lock. */
  public <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Runs work under the lock after a delay. */
  void later(Duration delay, Runnable work) {
    time.after(
        delay,
        () -> {
          lock.lock();
          try {
            work.run();
          } finally {
            lock.unlock();
          }
        });
  }
}
