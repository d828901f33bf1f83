package io.weir.manager.cloud;

import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.pass.PoolObservations;
import io.weir.provider.CloudScope;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
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

  private final PoolProvider<?, O> provider;
  private final CloudScope cloudScope;
  private final Clock clock;
  private final ObservationIntervals intervals;
  private final Consumer<String> wake;
  private final Runnable changed;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final PoolObservationStates<O> pools;
  private final ObservationSchedule schedule;
  private final PerPoolReads<O> readings;
  private ObservationFailures failures;
  private Instant lastUsed;

  /**
   * Nothing known yet.
   *
   * @param wake is told the cloud name of a pool that changed
   * @param changed is told, under the lock, that something else may be due; must not block
   */
  CloudObserver(
      PoolProvider<?, O> provider,
      CloudScope cloudScope,
      Clock clock,
      ObservationIntervals observationIntervals,
      CallHeadroom headroom,
      Consumer<String> wake,
      Runnable changed) {
    this.provider = provider;
    this.cloudScope = cloudScope;
    this.clock = clock;
    this.intervals = observationIntervals;
    this.wake = wake;
    this.changed = changed;
    this.failures = new ObservationFailures(cloudScope, observationIntervals, random);
    this.pools =
        new PoolObservationStates<>(
            provider.kind().nameUniqueness() == PoolKind.NameUniqueness.UNIQUE, provider.details());
    this.readings = new PerPoolReads<>(cloudScope, pools, headroom, random);
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
   * Observes a pool often from now on, with the details that it needs then, or no longer. The first
   * such observation comes at once.
   */
  @Override
  public synchronized void observeInDetail(PoolIdentity name, boolean inDetail) {
    Instant now = clock.instant();
    if (follow(name.cloudName()).setObservedInDetail(name.uid(), inDetail, now)) {
      schedule.request(name.cloudName(), now);
    }
    readings.reschedule(name.cloudName());
    changed.run();
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
    readings.retry();
    changed.run();
  }

  /** The pool is gone; nothing is remembered of it, unless another one has the name too. */
  public synchronized void unfollow(PoolIdentity name) {
    if (pools.forget(name)) {
      schedule.still(name.cloudName());
      readings.forget(name.cloudName());
    }
    if (pools.isEmpty()) {
      failures = new ObservationFailures(cloudScope, intervals, random);
      changed.run();
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
    readings.reschedule(cloudName);
    schedule.request(cloudName, clock.instant().plus(intervals.beforeObservation(0)));
    changed.run();
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
    changed.run();
  }

  @Override
  public synchronized boolean proveAbsence(String cloudName, Instant deletedSince) {
    PoolObservationState<O> pool = follow(cloudName);
    pool.release();
    Instant settled = deletedSince.plus(intervals.settling());
    boolean proven = pool.goneAsOf().filter(asOf -> !asOf.isBefore(settled)).isPresent();
    if (!proven) {
      Instant soon = clock.instant().plus(intervals.minInterval());
      observeAt(cloudName, soon.isBefore(settled) ? settled : soon);
    }
    return proven;
  }

  private PoolObservationState<O> follow(String cloudName) {
    return pools
        .find(cloudName)
        .orElseGet(
            () -> {
              PoolObservationState<O> pool = pools.begin(cloudName);
              if (pool.awaited()) {
                schedule.request(cloudName, clock.instant());
                changed.run();
              }
              return pool;
            });
  }

  /** When the next look is due; empty if nobody follows a pool. */
  synchronized Optional<Instant> nextLook() {
    return pools.isEmpty() ? Optional.empty() : Optional.of(schedule.next(clock.instant()));
  }

  /** Whether it is time to look at everything. */
  synchronized boolean isDueForAll(Instant now) {
    return isDue(now) && schedule.named(now).isEmpty();
  }

  private boolean isDue(Instant now) {
    return !pools.isEmpty() && !schedule.next(now).isAfter(now);
  }

  /**
   * Looks at what is due then.
   *
   * @param all whether other kinds look at everything now
   */
  void look(ScopeReads reads, boolean all, Instant now) {
    beginLook(all, now).ifPresent(request -> observe(reads, request));
  }

  private synchronized Optional<ObservationRequest> beginLook(boolean all, Instant now) {
    boolean joins = all && !pools.isEmpty() && !failures.isFailing();
    if (!joins && !isDue(now)) {
      return Optional.empty();
    }
    schedule.begin(now);
    return Optional.of(joins ? new ObservationRequest.All() : nextRequest(now));
  }

  synchronized ObservationRequest nextRequest(Instant now) {
    return schedule
        .named(now)
        .<ObservationRequest>map(ObservationRequest.Only::new)
        .orElseGet(ObservationRequest.All::new);
  }

  void observe(ScopeReads reads, ObservationRequest observationRequest) {
    Instant asOf = clock.instant();
    Set<String> remains = remainsToObserve(observationRequest, asOf);
    var seen = new HashSet<String>();
    ObservationSink<O> sink =
        (name, observed) -> {
          seen.add(name);
          publish(name, new Observation.Present<>(observed, asOf));
        };
    @Nullable ProviderException error = null;
    try {
      Optional<ObservationRequest> regular = without(observationRequest, remains);
      if (regular.isPresent()) {
        provider.observe(reads, regular.get(), sink);
      }
      if (!remains.isEmpty()) {
        provider.observeRemains(reads, remains, sink);
      }
    } catch (ProviderException failed) {
      error = failed;
    } catch (RuntimeException | Error defect) {
      error = defect("observe " + cloudScope, defect);
    }
    settle(observationRequest, remains, asOf, seen, error).forEach(wake);
  }

  /** Whose remains are due, with a look that begins then. */
  private synchronized Set<String> remainsToObserve(
      ObservationRequest observationRequest, Instant asOf) {
    return pools.releasing(
        observationRequest instanceof ObservationRequest.Only only
            ? only.cloudNames()
            : schedule.due(asOf));
  }

  /** What is left to observe; empty if nothing is. */
  private static Optional<ObservationRequest> without(
      ObservationRequest observationRequest, Set<String> remains) {
    if (!(observationRequest instanceof ObservationRequest.Only only) || remains.isEmpty()) {
      return Optional.of(observationRequest);
    }
    var names = new HashSet<>(only.cloudNames());
    names.removeAll(remains);
    return names.isEmpty() ? Optional.empty() : Optional.of(new ObservationRequest.Only(names));
  }

  /** A class that cannot be loaded, or too deep a stack, must not end the looking. */
  private static ProviderException defect(String task, Throwable defect) {
    LOG.error("cannot {}", task, defect);
    return new ProviderException.Transient(
        "a bug in Weir: cannot %s: %s".formatted(task, defect.getMessage()), defect);
  }

  /** At once: what one page shows does not wait for the next. */
  private void publish(String name, Observation<O> now) {
    var woken = new HashSet<String>();
    synchronized (this) {
      show(name, now, woken);
    }
    woken.forEach(wake);
  }

  private synchronized Set<String> settle(
      ObservationRequest observationRequest,
      Set<String> remains,
      Instant asOf,
      Set<String> seen,
      @Nullable ProviderException error) {
    var woken = new HashSet<String>();
    if (error == null) {
      succeed(observationRequest, remains, asOf, seen, woken);
    } else {
      fail(error, woken);
    }
    return woken;
  }

  private void succeed(
      ObservationRequest observationRequest,
      Set<String> remains,
      Instant asOf,
      Set<String> seen,
      Set<String> woken) {
    if (failures.recordSuccess()) {
      woken.addAll(pools.names());
    }
    schedule.succeeded();
    Set<String> looked =
        observationRequest instanceof ObservationRequest.Only only
            ? only.cloudNames()
            : pools.names();
    var absent = new HashSet<>(looked);
    absent.removeAll(pools.releasing(looked));
    absent.addAll(remains);
    absent.removeAll(seen);
    absent.forEach(name -> show(name, new Observation.ProvenAbsent<>(asOf), woken));
    remains.stream()
        .filter(name -> !seen.contains(name))
        .flatMap(name -> pools.find(name).stream())
        .filter(pool -> !pool.isNewerThan(asOf))
        .forEach(pool -> pool.remainsNothing(asOf));
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
    if (pool.show(now, clock.instant())) {
      woken.add(name);
    }
    readings.reschedule(name);
    changed.run();
    if (pool.moving()) {
      schedule.moving(name, pool.unchangedObservations(), clock.instant());
    } else {
      schedule.still(name);
    }
  }

  /** When the next reading of a detail is due. */
  synchronized Optional<Instant> nextReading() {
    return readings.next();
  }

  /** Begins the next reading of a detail that is due, to be made by whoever runs it. */
  synchronized Optional<Runnable> beginReading() {
    return readings.begin(clock.instant()).map(reading -> () -> read(reading));
  }

  private <V> void read(PerPoolReads.Reading<O, V> reading) {
    boolean wakes;
    try {
      V value = reading.read(cloudScope);
      synchronized (this) {
        wakes = readings.succeed(reading, value, clock.instant());
        changed.run();
      }
    } catch (ProviderException error) {
      wakes = failed(reading, error);
    } catch (RuntimeException | Error defect) {
      wakes = failed(reading, defect("read " + reading.detail().detail().name(), defect));
    }
    if (wakes) {
      wake.accept(reading.cloudName());
    }
  }

  private synchronized boolean failed(PerPoolReads.Reading<O, ?> reading, ProviderException error) {
    boolean wakes = readings.fail(reading, error, clock.instant());
    changed.run();
    return wakes;
  }
}
