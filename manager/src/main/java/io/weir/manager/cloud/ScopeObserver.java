package io.weir.manager.cloud;

import io.weir.kernel.health.Heartbeat;
import io.weir.provider.CloudScope;
import io.weir.provider.ScopeReads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Looks at one scope for all kinds of its cloud: what several of them read is read once. When one
 * looks at everything, all do, so that they go on doing so together.
 */
final class ScopeObserver {

  /** How long a look waits for others to come along. */
  private static final Duration BATCH_DELAY = Duration.ofMillis(200);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** Longer than a look takes at thousands of pools of an account that is throttled. */
  private static final Duration STANDSTILL = Duration.ofMinutes(15);

  private final CloudScope cloudScope;
  private final Clock clock;
  private final List<CloudObserver<?>> kinds = new CopyOnWriteArrayList<>();
  private final Heartbeat looks;
  private final Heartbeat readings;
  private final Semaphore looksChanged = new Semaphore(0);
  private final Semaphore readingsChanged = new Semaphore(0);

  ScopeObserver(CloudScope cloudScope, Clock clock) {
    this.cloudScope = cloudScope;
    this.clock = clock;
    this.looks = new Heartbeat("the observer of " + cloudScope, STANDSTILL);
    this.readings = new Heartbeat("the reader of details of " + cloudScope, STANDSTILL);
  }

  /** Looks for this kind, too, from now on. */
  void add(CloudObserver<?> kind) {
    kinds.add(kind);
    changed();
  }

  /** What is due may be something else now. Does not block. */
  void changed() {
    looksChanged.release();
    readingsChanged.release();
  }

  /** Whether no pool of any kind is followed and nobody has needed the scope for long. */
  boolean isUnused() {
    return kinds.stream().allMatch(CloudObserver::isUnused);
  }

  /** Looks until the thread is interrupted, or nobody has needed the scope for long. */
  void run() {
    try (DetailReader _ = DetailReader.start(this::awaitReading)) {
      while (!isUnused()) {
        looks.beat();
        if (await(looksChanged, earliest(CloudObserver::nextLook))) {
          TimeUnit.NANOSECONDS.sleep(BATCH_DELAY.toNanos());
          look(clock.instant());
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nobody looks or reads any more. */
  void end() {
    looks.end();
    readings.end();
  }

  /** What of it stands still, for people. */
  Stream<Optional<String>> standstills() {
    return Stream.of(looks.problem(), readings.problem());
  }

  /** Looks at what is due then. */
  void look(Instant now) {
    var reads = new ScopeReads(cloudScope);
    boolean all = kinds.stream().anyMatch(kind -> kind.isDueForAll(now));
    kinds.forEach(kind -> kind.look(reads, all, now));
  }

  private Optional<Runnable> awaitReading() throws InterruptedException {
    while (!isUnused()) {
      readings.beat();
      for (CloudObserver<?> kind : kinds) {
        Optional<Runnable> reading = kind.beginReading();
        if (reading.isPresent()) {
          return reading;
        }
      }
      boolean _ = await(readingsChanged, earliest(CloudObserver::nextReading));
    }
    return Optional.empty();
  }

  /** When something is due. */
  @FunctionalInterface
  private interface Due {
    Optional<Instant> of(CloudObserver<?> kind);
  }

  private Optional<Instant> earliest(Due due) {
    return kinds.stream().flatMap(kind -> due.of(kind).stream()).min(Comparator.naturalOrder());
  }

  /**
   * Waits until then, or until something else may be due.
   *
   * @return whether it is due
   */
  private boolean await(Semaphore changes, Optional<Instant> due) throws InterruptedException {
    Instant now = clock.instant();
    if (due.isPresent() && !due.get().isAfter(now)) {
      return true;
    }
    long longest = LONGEST_WAIT.toMillis();
    long millis = due.map(when -> Duration.between(now, when).toMillis()).orElse(longest);
    if (changes.tryAcquire(Math.clamp(millis, 1, longest), TimeUnit.MILLISECONDS)) {
      int _ = changes.drainPermits();
    }
    return false;
  }
}
