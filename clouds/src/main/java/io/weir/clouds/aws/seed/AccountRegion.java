package io.weir.clouds.aws.seed;

import io.weir.clouds.CloudClock;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceEventDispatcher;
import io.weir.clouds.Journal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One account in one region. Everything in it is guarded by a single lock: {@link #withLock} for
 * calls from outside, {@link #runLater} for what happens by itself.
 */
public final class AccountRegion {
  private final Account account;
  private final Region region;
  private final AwsTiming awsTiming;
  private final CloudClock time;
  private final FaultInjector faultInjector;
  private final Journal journal;
  private final InstanceEventDispatcher events;
  private final List<Image> images;
  private final ReentrantLock lock = new ReentrantLock();
  private long lastId;

  /** One whose clock, faults, journal and listeners belong to the cloud. */
  public AccountRegion(
      Account account,
      Region region,
      AwsTiming awsTiming,
      CloudClock time,
      FaultInjector faultInjector,
      Journal journal,
      InstanceEventDispatcher events) {
    this.account = account;
    this.region = region;
    this.awsTiming = awsTiming;
    this.time = time;
    this.faultInjector = faultInjector;
    this.journal = journal;
    this.events = events;
    images = new CopyOnWriteArrayList<>(region.images());
  }

  /** Who calls. */
  public Account account() {
    return account;
  }

  /** Where. */
  public Region region() {
    return region;
  }

  /** How long things take. */
  public AwsTiming timing() {
    return awsTiming;
  }

  /** The faults that wait. */
  public FaultInjector faults() {
    return faultInjector;
  }

  /** The journal of the cloud. */
  public Journal journal() {
    return journal;
  }

  /** Where instances report. */
  public InstanceEventDispatcher events() {
    return events;
  }

  /** The present, in the whole seconds that AWS stores. */
  public Instant now() {
    return time.now().truncatedTo(ChronoUnit.SECONDS);
  }

  /** Images that exist now; more may be published while the cloud runs. */
  public List<Image> images() {
    return new ArrayList<>(images);
  }

  /** Publishes an image, as its owner would. */
  public void publishImage(Image image) {
    images.add(image);
  }

  /** The subnet of this id. */
  public Optional<Subnet> findSubnet(String id) {
    return region.subnets().stream().filter(s -> s.id().equals(id)).findFirst();
  }

  /** The image of this id. */
  public Optional<Image> findImage(String id) {
    return images.stream().filter(i -> i.id().equals(id)).findFirst();
  }

  /** The instance type of this name. */
  public Optional<InstanceType> findInstanceType(String name) {
    return region.instanceTypes().stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /** A new id: the prefix, a dash, and 17 hexadecimal digits that look drawn but follow a count. */
  public String newId(String prefix) {
    long mixed = ++lastId * 0x9E3779B97F4A7C15L;
    return "%s-0%016x".formatted(prefix, mixed);
  }

  /** How many ids were given. */
  public long idCount() {
    return lastId;
  }

  /** Goes on behind so many ids, which were given at another time. */
  public void idCount(long count) {
    lastId = count;
  }

  /** A new UUID from the same count. */
  public String newUuid() {
    long mixed = ++lastId * 0x9E3779B97F4A7C15L;
    return new UUID(mixed, ~mixed).toString();
  }

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
  public void runLater(Duration delay, Runnable work) {
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
