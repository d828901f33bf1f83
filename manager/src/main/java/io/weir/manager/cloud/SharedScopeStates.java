package io.weir.manager.cloud;

import io.weir.api.ObjectKey;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The scopes that pools of one kind live in; each begins with the first pool that needs it, and
 * ends when none has needed it for long.
 */
public final class SharedScopeStates<O extends ObservedState> implements AutoCloseable {

  private final PoolProvider<?, O> provider;
  private final Clock clock;
  private final ObservationIntervals intervals;
  private final BiConsumer<CloudScope, String> wake;
  private final Map<CloudScope, OpenScope<O>> scopes = new HashMap<>();

  private record OpenScope<O extends ObservedState>(SharedScopeState<O> cloud, Thread thread) {}

  /**
   * No scope yet.
   *
   * @param clock one that never goes back: what is due, and what came after what, goes by it
   * @param wake is told the scope and cloud name of a pool that changed
   */
  public SharedScopeStates(
      PoolProvider<?, O> provider,
      Clock clock,
      ObservationIntervals observationIntervals,
      BiConsumer<CloudScope, String> wake) {
    this.provider = provider;
    this.clock = clock;
    this.intervals = observationIntervals;
    this.wake = wake;
  }

  /** What the pools of the scope share; to be used at once, not to be kept for another pass. */
  public synchronized SharedScopeState<O> stateFor(CloudScope cloudScope) {
    SharedScopeState<O> cloud = scopes.computeIfAbsent(cloudScope, this::open).cloud();
    cloud.observer().markUsed();
    return cloud;
  }

  /**
   * Scopes of that Secret have other credentials now, or none: what their cloud answered before is
   * forgotten, and they are looked at at once.
   */
  public synchronized void credentialsChanged(ObjectKey secret) {
    for (Map.Entry<CloudScope, OpenScope<O>> each : scopes.entrySet()) {
      CloudScope cloudScope = each.getKey();
      if (cloudScope.identity().credentialsSecret().filter(secret::equals).isPresent()) {
        OpenScope<O> openScope = each.getValue();
        CloudObserver<O> observer = openScope.cloud().observer();
        each.setValue(new OpenScope<>(newState(cloudScope, observer), openScope.thread()));
        observer.credentialsChanged();
      }
    }
  }

  private SharedScopeState<O> newState(CloudScope cloudScope, CloudObserver<O> observer) {
    return new SharedScopeState<>(
        cloudScope, observer, new QueryResultCache(provider, cloudScope, clock));
  }

  private OpenScope<O> open(CloudScope cloudScope) {
    var observer =
        new CloudObserver<>(
            provider, cloudScope, clock, intervals, name -> wake.accept(cloudScope, name));
    var cloud = newState(cloudScope, observer);
    return new OpenScope<>(
        cloud, Thread.ofVirtual().name("observe " + cloudScope).start(() -> runUntilUnused(cloud)));
  }

  private void runUntilUnused(SharedScopeState<O> cloud) {
    do {
      cloud.observer().run();
    } while (!Thread.currentThread().isInterrupted() && !closeIfUnused(cloud));
  }

  /** Whoever comes for the scope now either keeps it, or finds another begun. */
  private synchronized boolean closeIfUnused(SharedScopeState<O> cloud) {
    boolean deserted = cloud.observer().isUnused();
    if (deserted && scopes.remove(cloud.scope()) != null) {
      provider.releaseScope(cloud.scope());
    }
    return deserted;
  }

  /** Stops looking. */
  @Override
  public synchronized void close() {
    scopes.values().forEach(openScope -> openScope.thread().interrupt());
    scopes.clear();
  }
}
