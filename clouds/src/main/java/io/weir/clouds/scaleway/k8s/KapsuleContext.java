package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.CloudClock;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceEventDispatcher;
import io.weir.clouds.Journal;
import io.weir.clouds.scaleway.seed.KapsuleTiming;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Where clusters live. Everything in it is guarded by a single lock: {@link #withLock} for calls
 * from outside, {@link #runLater} for what happens by itself.
 */
public final class KapsuleContext {
  private final ScalewaySeedData scalewaySeedData;
  private final KapsuleTiming kapsuleTiming;
  private final CloudClock time;
  private final FaultInjector faultInjector;
  private final Journal journal;
  private final InstanceEventDispatcher events;
  private final ReentrantLock lock = new ReentrantLock();
  private long lastId;
  private int lastAddress;

  /** One whose clock, faults, journal and listeners belong to the cloud. */
  public KapsuleContext(
      ScalewaySeedData scalewaySeedData,
      KapsuleTiming kapsuleTiming,
      CloudClock time,
      FaultInjector faultInjector,
      Journal journal,
      InstanceEventDispatcher events) {
    this.scalewaySeedData = scalewaySeedData;
    this.kapsuleTiming = kapsuleTiming;
    this.time = time;
    this.faultInjector = faultInjector;
    this.journal = journal;
    this.events = events;
  }

  /** What exists beforehand. */
  public ScalewaySeedData seedData() {
    return scalewaySeedData;
  }

  KapsuleTiming timing() {
    return kapsuleTiming;
  }

  FaultInjector faults() {
    return faultInjector;
  }

  Journal journal() {
    return journal;
  }

  InstanceEventDispatcher events() {
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
  Counters counters() {
    return new Counters(lastId, lastAddress);
  }

  /** Goes on counting. */
  void counters(Counters before) {
    lastId = before.ids();
    lastAddress = before.addresses();
  }

  /** What was given away. */
  record Counters(long ids, int addresses) {}

  /** Runs work under the lock. */
  public <T> T withLock(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Runs work under the lock after a delay. */
  void runLater(Duration delay, Runnable work) {
    time.schedule(
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
