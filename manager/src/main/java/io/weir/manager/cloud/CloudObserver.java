package io.weir.manager.cloud;

import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.pass.PoolObservations;
import io.weir.provider.CloudScope;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
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
 * those that changed. {@link ObservationSchedule} tells when and at what, {@link
 * PoolObservationStates} keeps what was seen, {@link ObservationFailures} counts what failed; they
 * are used under the lock of this.
 */
public final class CloudObserver<O extends ObservedState> implements PoolObservations<O> {

  private static final Logger LOG = LoggerFactory.getLogger(CloudObserver.class);

  /** So long after the last use nobody is expected to come back. */
  private static final Duration UNUSED_AFTER = Duration.ofHours(1);

  /** How long a look waits for others to come along. */
  private static final Duration BATCH_DELAY = Duration.ofMillis(200);

  private static final long LONGEST_WAIT = Duration.ofMinutes(1).toMillis();

  private final PoolProvider<?, O> provider;
  private final CloudScope cloudScope;
  private final Clock clock;
  private final ObservationIntervals intervals;
  private final Consumer<String> wake;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final PoolObservationStates<O> pools;
  private final ObservationSchedule schedule;
  private ObservationFailures failures;
  private Instant lastUsed;

  public CloudObserver(
      PoolProvider<?, O> provider,
      CloudScope cloudScope,
      Clock clock,
      ObservationIntervals observationIntervals,
      Consumer<String> wake) {
    this.provider = provider;
    this.cloudScope = cloudScope;
    this.clock = clock;
    this.intervals = observationIntervals;
    this.wake = wake;
    this.failures = new ObservationFailures(cloudScope, observationIntervals, random);
    this.pools =
        new PoolObservationStates<>(
            provider.kind().nameUniqueness() == PoolKind.NameUniqueness.UNIQUE);
    this.lastUsed = clock.instant();
    this.schedule = new ObservationSchedule(observationIntervals, random, lastUsed);
  }

  /** Somebody needs the scope, and may be about to follow a pool. */
  synchronized void markUsed() {
    lastUsed = clock.instant();
  }

  /** Whether no pool is followed and nobody has needed the scope for long. */
  synchronized boolean isUnused() {
    return pools.isEmpty() && !clock.instant().isBefore(lastUsed.plus(UNUSED_AFTER));
  }

  /** What is known of a pool; following it from now on. */
  @Override
  public synchronized Observation<O> latestObservation(PoolIdentity name) {
    PoolObservationState<O> pool = follow(name.cloudName());
    pool.follow(name.uid());
    return pool.latest();
  }

  /**
   * Observes a pool in detail from now on, or no longer. The first such observation comes at once,
   * and the pool is woken by it.
   */
  @Override
  public synchronized void observeInDetail(PoolIdentity name, boolean inDetail) {
    if (follow(name.cloudName()).setObservedInDetail(name.uid(), inDetail)) {
      schedule.request(name.cloudName(), clock.instant());
      notifyAll();
    }
  }

  /** Why the last look failed, if it did. */
  @Override
  public synchronized Optional<ProviderException> lastFailure() {
    return failures.lastFailure();
  }

  /**
   * Why nothing new is seen for longer than an accident takes; an error that people must act on.
   * All who are followed are woken when it begins, is another, and ends.
   */
  @Override
  public synchronized Optional<ProviderException> reportableFailure() {
    return failures.reportableFailure();
  }

  /**
   * Credentials are others now, or gone: looks at everything at once, also where the next look was
   * far off after failures. What people were told stands until a look succeeds.
   */
  synchronized void credentialsChanged() {
    schedule.renew(pools.names(), failures.isThrottled(), clock.instant());
    failures.credentialsChanged();
    notifyAll();
  }

  /** The pool is gone; nothing is remembered of it, unless another one has the name too. */
  public synchronized void unfollow(PoolIdentity name) {
    if (pools.forget(name)) {
      schedule.still(name.cloudName());
    }
    if (pools.isEmpty()) {
      failures = new ObservationFailures(cloudScope, intervals, random);
      notifyAll();
    }
  }

  /** When a write's answer told what is known, if no look has shown the pool since. */
  public synchronized Optional<Instant> unconfirmedSince(String cloudName) {
    return pools.find(cloudName).flatMap(PoolObservationState::onlyProved);
  }

  /** Takes what a write's answer proved; looks that began before it do not count any more. */
  @Override
  public synchronized void recordWriteResult(String cloudName, Observation<O> after) {
    PoolObservationState<O> pool = follow(cloudName);
    pools.written(cloudName);
    pool.prove(after, clock.instant());
    schedule.request(cloudName, clock.instant().plus(intervals.beforeObservation(0)));
    notifyAll();
  }

  /**
   * A write may have taken effect, or met what it did not expect: what was known counts no more,
   * and neither does a look that began before.
   */
  @Override
  public synchronized void invalidate(String cloudName, String why) {
    PoolObservationState<O> pool = follow(cloudName);
    pools.written(cloudName);
    pool.invalidate(why, clock.instant());
    observeSoon(cloudName);
  }

  /** Asks for a look, after which the pool is woken whatever it shows. */
  @Override
  public synchronized void observeSoon(String cloudName) {
    observeAt(cloudName, clock.instant().plus(intervals.soon()));
  }

  /** Asks for a look then, after which the pool is woken whatever it shows. */
  @Override
  public synchronized void observeAt(String cloudName, Instant when) {
    follow(cloudName).await();
    schedule.request(cloudName, when);
    notifyAll();
  }

  /** Looks until the thread is interrupted, or nobody has needed the scope for long. */
  public void run() {
    try {
      Optional<ObservationRequest> next = awaitNextRequest();
      while (next.isPresent() && !Thread.currentThread().isInterrupted()) {
        observe(next.get());
        next = awaitNextRequest();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private PoolObservationState<O> follow(String cloudName) {
    return pools
        .find(cloudName)
        .orElseGet(
            () -> {
              PoolObservationState<O> pool = pools.begin(cloudName);
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
  private synchronized Optional<ObservationRequest> awaitNextRequest() throws InterruptedException {
    while (!isUnused()) {
      Instant now = clock.instant();
      Optional<Instant> next = pools.isEmpty() ? Optional.empty() : Optional.of(schedule.next(now));
      if (next.isPresent() && !next.get().isAfter(now)) {
        wait(BATCH_DELAY.toMillis());
        Instant begun = clock.instant();
        schedule.begin(begun);
        return Optional.of(nextRequest(begun));
      }
      long millis = next.map(when -> Duration.between(now, when).toMillis()).orElse(LONGEST_WAIT);
      wait(Math.clamp(millis, 1, LONGEST_WAIT));
    }
    return Optional.empty();
  }

  synchronized ObservationRequest nextRequest(Instant now) {
    return schedule
        .named(now)
        .<ObservationRequest>map(
            names -> new ObservationRequest.Only(names, pools.observedInDetail(names)))
        .orElseGet(() -> new ObservationRequest.All(pools.observedInDetail(pools.names())));
  }

  void observe(ObservationRequest observationRequest) {
    Instant asOf = clock.instant();
    var seen = new HashMap<String, O>();
    @Nullable ProviderException error = null;
    try {
      provider.observe(cloudScope, observationRequest, seen::put);
    } catch (ProviderException failed) {
      error = failed;
    } catch (RuntimeException | LinkageError defect) {
      // An SDK class that cannot be loaded must not end the looking, and with it all word of it.
      LOG.error("Observing {} failed", cloudScope, defect);
      error =
          new ProviderException.Transient("the observation failed: " + defect.getMessage(), defect);
    }
    settle(observationRequest, asOf, seen, error).forEach(wake);
  }

  private synchronized Set<String> settle(
      ObservationRequest observationRequest,
      Instant asOf,
      Map<String, O> seen,
      @Nullable ProviderException error) {
    var woken = new HashSet<String>();
    seen.forEach((name, observed) -> show(name, new Observation.Present<>(observed, asOf), woken));
    if (error == null) {
      succeed(observationRequest, asOf, seen.keySet(), woken);
    } else {
      fail(error, woken);
    }
    return woken;
  }

  private void succeed(
      ObservationRequest observationRequest, Instant asOf, Set<String> seen, Set<String> woken) {
    if (failures.recordSuccess()) {
      woken.addAll(pools.names());
    }
    schedule.succeeded();
    Set<String> looked =
        observationRequest instanceof ObservationRequest.Only only
            ? only.cloudNames()
            : pools.names();
    looked.stream()
        .filter(name -> !seen.contains(name))
        .forEach(name -> show(name, new Observation.ProvenAbsent<>(asOf), woken));
    if (observationRequest instanceof ObservationRequest.All) {
      pools.seenAll(seen, asOf);
      schedule.succeededWithAll(asOf, clock.instant());
    }
  }

  /**
   * Nobody is absent because a look failed, and it is tried again. Those of whom nothing is known
   * are told why at once; all others keep what is known, and are told when that becomes old.
   */
  private void fail(ProviderException error, Set<String> woken) {
    if (failures.recordFailure(error, clock.instant())) {
      woken.addAll(pools.names());
    }
    String why = String.valueOf(error.getMessage());
    schedule.postpone(clock.instant().plus(failures.backoff())).stream()
        .filter(name -> pools.find(name).filter(pool -> pool.recordFailure(why)).isPresent())
        .forEach(woken::add);
  }

  private void show(String name, Observation<O> now, Set<String> woken) {
    Optional<PoolObservationState<O>> followed =
        pools.find(name).filter(pool -> !pool.isNewerThan(now.asOf()));
    if (followed.isEmpty()) {
      return;
    }
    PoolObservationState<O> pool = followed.get();
    if (pool.show(now)) {
      woken.add(name);
    }
    if (pool.moving()) {
      schedule.moving(name, pool.unchangedObservations(), clock.instant());
    } else {
      schedule.still(name);
    }
  }
}
