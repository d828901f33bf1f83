package io.weir.manager.cloud;

import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readings of details in one scope: which is due, whether the cloud's limits leave room for it,
 * and what follows from it. Used under the lock of {@link CloudObserver}.
 */
final class PerPoolReads<O extends ObservedState> {

  private static final Logger LOG = LoggerFactory.getLogger(PerPoolReads.class);

  private final CloudScope cloudScope;
  private final PoolObservationStates<O> pools;
  private final CallHeadroom headroom;
  private final RandomGenerator random;
  private final DetailQueue queue = new DetailQueue();

  /** Names of the details that cannot be read, as people were told. */
  private final Set<String> failing = new HashSet<>();

  PerPoolReads(
      CloudScope cloudScope,
      PoolObservationStates<O> pools,
      CallHeadroom headroom,
      RandomGenerator random) {
    this.cloudScope = cloudScope;
    this.pools = pools;
    this.headroom = headroom;
    this.random = random;
  }

  /**
   * One that is being made.
   *
   * @param observed the pool as it was when that began
   */
  record Reading<O extends ObservedState, V>(
      String cloudName,
      PoolObservationState<O> pool,
      DetailState<O, V> detail,
      O observed,
      Instant begun) {

    V read(CloudScope cloudScope) throws ProviderException {
      return detail.detail().read(cloudScope, cloudName, observed);
    }
  }

  /** What is known of the pool, or wanted, has changed. */
  void reschedule(String cloudName) {
    Optional<PoolObservationState<O>> pool = pools.find(cloudName);
    if (pool.isEmpty()) {
      return;
    }
    List<DetailState<O, ?>> details = pool.get().details().all();
    for (int i = 0; i < details.size(); i++) {
      var key = new DetailQueue.Key(cloudName, i);
      DetailState<O, ?> detail = details.get(i);
      detail
          .due()
          .ifPresentOrElse(due -> queue.put(key, due, detail.isUrgent()), () -> queue.remove(key));
    }
  }

  /** Nobody follows the pool any more. */
  void forget(String cloudName) {
    queue.remove(cloudName);
  }

  /** When the next is due. */
  Optional<Instant> next() {
    return queue.next();
  }

  /** Begins the next that is due, if there is room for one. */
  Optional<Reading<O, ?>> begin(Instant now) {
    Optional<DetailQueue.Key> next = queue.take(now);
    while (next.isPresent()) {
      Optional<Reading<O, ?>> begun = begin(next.get(), now);
      if (begun.isPresent()) {
        return begun;
      }
      next = queue.take(now);
    }
    return Optional.empty();
  }

  private Optional<Reading<O, ?>> begin(DetailQueue.Key key, Instant now) {
    Optional<PoolObservationState<O>> pool = pools.find(key.cloudName());
    Optional<O> observed = pool.flatMap(each -> each.latest().observedState());
    if (observed.isEmpty()) {
      // Once an observation shows it, its details are due again.
      return Optional.empty();
    }
    DetailState<O, ?> detail = pool.get().details().all().get(key.detail());
    Duration wait = headroom.untilSpare(detail.detail().request(cloudScope, key.cloudName()));
    if (wait.isPositive()) {
      queue.put(key, now.plus(wait), detail.isUrgent());
      return Optional.empty();
    }
    return Optional.of(begin(key.cloudName(), pool.get(), detail, observed.get(), now));
  }

  private static <O extends ObservedState, V> Reading<O, V> begin(
      String cloudName,
      PoolObservationState<O> pool,
      DetailState<O, V> detail,
      O observed,
      Instant now) {
    detail.begin();
    return new Reading<>(cloudName, pool, detail, observed, now);
  }

  /**
   * It has shown this.
   *
   * @return whether the pool is to be woken
   */
  <V> boolean succeed(Reading<O, V> reading, V value, Instant now) {
    String name = reading.detail().detail().name();
    if (failing.remove(name)) {
      LOG.info("{} in {} can be read again", name, cloudScope);
    }
    return settle(reading, reading.detail().succeed(value, reading.begun()), now);
  }

  /**
   * It failed. That slows down this one only; if others cannot be read either, they fail
   * themselves.
   *
   * @return whether the pool is to be woken
   */
  boolean fail(Reading<O, ?> reading, ProviderException error, Instant now) {
    String name = reading.detail().detail().name();
    boolean accident =
        error instanceof ProviderException.NotFound || error instanceof ProviderException.Throttled;
    if (!accident && failing.add(name)) {
      LOG.warn("cannot read {} in {}: {}", name, cloudScope, error.getMessage());
    }
    return settle(reading, reading.detail().fail(error, now, random), now);
  }

  private boolean settle(Reading<O, ?> reading, boolean counts, Instant now) {
    boolean followed =
        pools.find(reading.cloudName()).filter(pool -> pool == reading.pool()).isPresent();
    if (!followed) {
      return false;
    }
    boolean wake = counts && reading.pool().show(reading.detail(), now);
    reschedule(reading.cloudName());
    return wake;
  }

  /** Whatever kept them from being read may be over. */
  void retry() {
    for (String name : pools.names()) {
      pools.find(name).ifPresent(pool -> pool.details().all().forEach(DetailState::retry));
      reschedule(name);
    }
  }
}
