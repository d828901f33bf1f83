package io.weir.clouds.aws.world;

import io.weir.clouds.CloudTime;
import io.weir.clouds.Faults;
import io.weir.clouds.InstanceEvents;
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
 * One account in one region. Everything in it is guarded by a single lock: {@link #locked} for
 * calls from outside, {@link #later} for what happens by itself.
 */
public final class Place {
  private final Account account;
  private final Region region;
  private final Timing timing;
  private final CloudTime time;
  private final Faults faults;
  private final Journal journal;
  private final InstanceEvents events;
  private final List<Image> images;
  private final ReentrantLock lock = new ReentrantLock();
  private long lastId;

  /** A place whose clock, faults, journal and listeners belong to the cloud. */
  public Place(
      Account account,
      Region region,
      Timing timing,
      CloudTime time,
      Faults faults,
      Journal journal,
      InstanceEvents events) {
    this.account = account;
    this.region = region;
    this.timing = timing;
    this.time = time;
    this.faults = faults;
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
  public Timing timing() {
    return timing;
  }

  /** The faults that wait. */
  public Faults faults() {
    return faults;
  }

  /** The journal of the cloud. */
  public Journal journal() {
    return journal;
  }

  /** Where instances report. */
  public InstanceEvents events() {
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
  public void publish(Image image) {
    images.add(image);
  }

  /** The subnet of this id. */
  public Optional<Subnet> subnet(String id) {
    return region.subnets().stream().filter(s -> s.id().equals(id)).findFirst();
  }

  /** The image of this id. */
  public Optional<Image> image(String id) {
    return images.stream().filter(i -> i.id().equals(id)).findFirst();
  }

  /** The instance type of this name. */
  public Optional<InstanceType> instanceType(String name) {
    return region.instanceTypes().stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /** A new id: the prefix, a dash, and 17 hexadecimal digits that look drawn but follow a count. */
  public String newId(String prefix) {
    long mixed = ++lastId * 0x9E3779B97F4A7C15L;
    return "%s-0%016x".formatted(prefix, mixed);
  }

  /** How many ids were given. */
  public long idsGiven() {
    return lastId;
  }

  /** Goes on behind so many ids, which were given at another time. */
  public void idsGiven(long count) {
    lastId = count;
  }

  /** A new UUID from the same count. */
  public String newUuid() {
    long mixed = ++lastId * 0x9E3779B97F4A7C15L;
    return new UUID(mixed, ~mixed).toString();
  }

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
  public void later(Duration delay, Runnable work) {
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
