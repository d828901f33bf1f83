package io.weir.manager.cloud;

import io.weir.engine.pace.Pace;
import io.weir.provider.Interest;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all pools of one kind in one scope, in as few calls as the cloud allows, and wakes just
 * those that changed. {@link ObservationSchedule} tells when and at what, {@link KnownPools} keeps
 * what was seen, {@link FailedLooks} counts what failed; they are used under the lock of this.
 */
public final class CloudObserver<O extends Observed> {

  private static final Logger LOG = LoggerFactory.getLogger(CloudObserver.class);

  /** So long after the last use nobody is expected to come back. */
  private static final Duration DESERTED_AFTER = Duration.ofHours(1);

  /** How long a look waits for others to come along. */
  private static final Duration COMPANY = Duration.ofMillis(200);

  private static final long LONGEST_WAIT = Duration.ofMinutes(1).toMillis();

  private final PoolProvider<?, O> provider;
  private final Scope scope;
  private final Clock clock;
  private final Pace pace;
  private final Consumer<String> wake;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final KnownPools<O> pools;
  private final ObservationSchedule schedule;
  private FailedLooks failed;
  private Instant used;

  public CloudObserver(
      PoolProvider<?, O> provider, Scope scope, Clock clock, Pace pace, Consumer<String> wake) {
    this.provider = provider;
    this.scope = scope;
    this.clock = clock;
    this.pace = pace;
    this.wake = wake;
    this.failed = new FailedLooks(scope, pace, random);
    this.pools = new KnownPools<>(provider.kind().names() == PoolKind.Names.UNIQUE);
    this.used = clock.instant();
    this.schedule = new ObservationSchedule(pace, random, used);
  }

  /** Somebody needs the scope, and may be about to follow a pool. */
  synchronized void use() {
    used = clock.instant();
  }

  /** Whether no pool is followed and nobody has needed the scope for long. */
  synchronized boolean deserted() {
    return pools.isEmpty() && !clock.instant().isBefore(used.plus(DESERTED_AFTER));
  }

  /** What is known of a pool; following it from now on. */
  public synchronized Observation<O> latest(PoolName name) {
    KnownPool<O> pool = follow(name.cloudName());
    pool.follow(name.uid());
    return pool.latest();
  }

  /**
   * Looks at a pool closely from now on, or no longer. The first close look comes at once, and the
   * pool is woken by it.
   */
  public synchronized void attend(PoolName name, boolean closely) {
    if (follow(name.cloudName()).attend(name.uid(), closely)) {
      schedule.request(name.cloudName(), clock.instant());
      notifyAll();
    }
  }

  /** Why the last look failed, if it did. */
  public synchronized Optional<ProviderException> failing() {
    return failed.last();
  }

  /**
   * Why nothing new is seen for longer than an accident takes; an error that people must act on.
   * All who are followed are woken when it begins, is another, and ends.
   */
  public synchronized Optional<ProviderException> blind() {
    return failed.told();
  }

  /**
   * Credentials are others now, or gone: looks at everything at once, also where the next look was
   * far off after failures. What people were told stands until a look succeeds.
   */
  synchronized void renew() {
    schedule.renew(pools.names(), failed.throttled(), clock.instant());
    failed.renewed();
    notifyAll();
  }

  /** The pool is gone; nothing is remembered of it, unless another one has the name too. */
  public synchronized void forget(PoolName name) {
    if (pools.forget(name)) {
      schedule.still(name.cloudName());
    }
    if (pools.isEmpty()) {
      failed = new FailedLooks(scope, pace, random);
      notifyAll();
    }
  }

  /** When a write's answer told what is known, if no look has shown the pool since. */
  public synchronized Optional<Instant> onlyProved(String cloudName) {
    return pools.find(cloudName).flatMap(KnownPool::onlyProved);
  }

  /** Takes what a write's answer proved; looks that began before it do not count any more. */
  public synchronized void proved(String cloudName, Observation<O> after) {
    KnownPool<O> pool = follow(cloudName);
    pools.written(cloudName);
    pool.prove(after, clock.instant());
    schedule.request(cloudName, clock.instant().plus(pace.beforeLook(0)));
    notifyAll();
  }

  /**
   * A write may have taken effect, or met what it did not expect: what was known counts no more,
   * and neither does a look that began before.
   */
  public synchronized void doubt(String cloudName, String why) {
    KnownPool<O> pool = follow(cloudName);
    pools.written(cloudName);
    pool.doubt(why, clock.instant());
    lookSoon(cloudName);
  }

  /** Asks for a look, after which the pool is woken whatever it shows. */
  public synchronized void lookSoon(String cloudName) {
    lookAt(cloudName, clock.instant().plus(pace.soon()));
  }

  /** Asks for a look then, after which the pool is woken whatever it shows. */
  public synchronized void lookAt(String cloudName, Instant when) {
    follow(cloudName).await();
    schedule.request(cloudName, when);
    notifyAll();
  }

  /** Looks until the thread is interrupted, or nobody has needed the scope for long. */
  public void run() {
    try {
      Optional<Interest> next = nextInterest();
      while (next.isPresent() && !Thread.currentThread().isInterrupted()) {
        look(next.get());
        next = nextInterest();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private KnownPool<O> follow(String cloudName) {
    return pools
        .find(cloudName)
        .orElseGet(
            () -> {
              KnownPool<O> pool = pools.begin(cloudName);
              if (pool.awaited()) {
                schedule.request(cloudName, clock.instant());
                notifyAll();
              }
              return pool;
            });
  }

  /**
   * Waits until something is due, then a moment more for what comes with it.
   *
   * @return empty if the scope is deserted
   */
  private synchronized Optional<Interest> nextInterest() throws InterruptedException {
    while (!deserted()) {
      Instant now = clock.instant();
      Optional<Instant> next = pools.isEmpty() ? Optional.empty() : Optional.of(schedule.next(now));
      if (next.isPresent() && !next.get().isAfter(now)) {
        wait(COMPANY.toMillis());
        Instant begun = clock.instant();
        schedule.begin(begun);
        return Optional.of(interest(begun));
      }
      long millis = next.map(when -> Duration.between(now, when).toMillis()).orElse(LONGEST_WAIT);
      wait(Math.clamp(millis, 1, LONGEST_WAIT));
    }
    return Optional.empty();
  }

  synchronized Interest interest(Instant now) {
    return schedule
        .named(now)
        .<Interest>map(names -> new Interest.Only(names, pools.closely(names)))
        .orElseGet(() -> new Interest.All(pools.closely(pools.names())));
  }

  void look(Interest interest) {
    Instant asOf = clock.instant();
    var seen = new HashMap<String, O>();
    @Nullable ProviderException error = null;
    try {
      provider.observe(scope, interest, seen::put);
    } catch (ProviderException failed) {
      error = failed;
    } catch (RuntimeException | LinkageError defect) {
      // An SDK class that cannot be loaded must not end the looking, and with it all word of it.
      LOG.error("Observing {} failed", scope, defect);
      error =
          new ProviderException.Transient("the observation failed: " + defect.getMessage(), defect);
    }
    settle(interest, asOf, seen, error).forEach(wake);
  }

  private synchronized Set<String> settle(
      Interest interest, Instant asOf, Map<String, O> seen, @Nullable ProviderException error) {
    var woken = new HashSet<String>();
    seen.forEach((name, observed) -> show(name, new Observation.Seen<>(observed, asOf), woken));
    if (error == null) {
      succeed(interest, asOf, seen.keySet(), woken);
    } else {
      fail(error, woken);
    }
    return woken;
  }

  private void succeed(Interest interest, Instant asOf, Set<String> seen, Set<String> woken) {
    if (failed.succeeded()) {
      woken.addAll(pools.names());
    }
    schedule.succeeded();
    Set<String> looked = interest instanceof Interest.Only only ? only.cloudNames() : pools.names();
    looked.stream()
        .filter(name -> !seen.contains(name))
        .forEach(name -> show(name, new Observation.ProvenAbsent<>(asOf), woken));
    if (interest instanceof Interest.All) {
      pools.seenAll(seen, asOf);
      schedule.succeededWithAll(asOf, clock.instant());
    }
  }

  /**
   * Nobody is absent because a look failed, and it is tried again. Those of whom nothing is known
   * are told why at once; all others keep what is known, and are told when that becomes old.
   */
  private void fail(ProviderException error, Set<String> woken) {
    if (failed.failed(error, clock.instant())) {
      woken.addAll(pools.names());
    }
    String why = String.valueOf(error.getMessage());
    schedule.postpone(clock.instant().plus(failed.pause())).stream()
        .filter(name -> pools.find(name).filter(pool -> pool.blind(why)).isPresent())
        .forEach(woken::add);
  }

  private void show(String name, Observation<O> now, Set<String> woken) {
    Optional<KnownPool<O>> followed =
        pools.find(name).filter(pool -> !pool.isNewerThan(now.asOf()));
    if (followed.isEmpty()) {
      return;
    }
    KnownPool<O> pool = followed.get();
    if (pool.show(now)) {
      woken.add(name);
    }
    if (pool.moving()) {
      schedule.moving(name, pool.looks(), clock.instant());
    } else {
      schedule.still(name);
    }
  }
}
