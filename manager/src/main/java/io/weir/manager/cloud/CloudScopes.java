package io.weir.manager.cloud;

import io.weir.api.ObjectKey;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scopes of one cloud, shared by all of its kinds; each begins with the first pool that needs
 * it, and ends when none has needed it for long.
 */
public final class CloudScopes implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CloudScopes.class);

  /** After a fault of ours, so that one that stays does not fill the log. */
  private static final Duration BREATHER = Duration.ofSeconds(1);

  private final Clock clock;
  private final ObservationIntervals intervals;
  private final CallHeadroom headroom;
  private final Map<CloudScope, OpenScope> scopes = new HashMap<>();

  /** What a scope's kinds share. */
  private static final class OpenScope {
    private final ScopeObserver observer;
    private final Map<PoolProvider<?, ?>, SharedScopeState<?>> kinds = new HashMap<>();
    private QueryResultCache queryResults;
    private final Thread thread;

    OpenScope(ScopeObserver observer, QueryResultCache queryResults, Thread thread) {
      this.observer = observer;
      this.queryResults = queryResults;
      this.thread = thread;
    }
  }

  /**
   * No scope yet.
   *
   * @param clock one that never goes back: what is due, and what came after what, goes by it
   * @param headroom what the cloud's limits leave to readings that can wait
   */
  public CloudScopes(
      Clock clock, ObservationIntervals observationIntervals, CallHeadroom headroom) {
    this.clock = clock;
    this.intervals = observationIntervals;
    this.headroom = headroom;
  }

  /**
   * The scopes as one kind sees them.
   *
   * @param wake is told the scope and cloud name of a pool that changed
   */
  public <O extends ObservedState> SharedScopeStates<O> of(
      PoolProvider<?, O> provider, BiConsumer<CloudScope, String> wake) {
    return new SharedScopeStates<>(this, provider, wake);
  }

  synchronized <O extends ObservedState> SharedScopeState<O> stateFor(
      PoolProvider<?, O> provider, CloudScope cloudScope, BiConsumer<CloudScope, String> wake) {
    OpenScope open = scopes.computeIfAbsent(cloudScope, this::open);
    @SuppressWarnings("unchecked") // of the provider that is the key
    var known = (SharedScopeState<O>) open.kinds.get(provider);
    if (known == null) {
      var observer =
          new CloudObserver<>(
              provider,
              cloudScope,
              clock,
              intervals,
              headroom,
              name -> wake.accept(cloudScope, name),
              open.observer::changed);
      known = state(open, provider, cloudScope, observer);
      open.observer.add(observer);
    }
    known.observer().markUsed();
    if (open.thread.getState() == Thread.State.NEW) {
      open.thread.start();
    }
    return known;
  }

  private static <O extends ObservedState> SharedScopeState<O> state(
      OpenScope open,
      PoolProvider<?, O> provider,
      CloudScope cloudScope,
      CloudObserver<O> observer) {
    var state = new SharedScopeState<>(cloudScope, observer, open.queryResults.askedBy(provider));
    open.kinds.put(provider, state);
    return state;
  }

  private OpenScope open(CloudScope cloudScope) {
    var observer = new ScopeObserver(cloudScope, clock);
    return new OpenScope(
        observer,
        new QueryResultCache(cloudScope, clock),
        Thread.ofVirtual()
            .name("observe " + cloudScope)
            .unstarted(() -> runUntilUnused(cloudScope, observer)));
  }

  private void runUntilUnused(CloudScope cloudScope, ScopeObserver observer) {
    do {
      run(cloudScope, observer);
    } while (!Thread.currentThread().isInterrupted() && !closeIfUnused(cloudScope, observer));
    observer.end();
  }

  /** Whatever it fails on, pools must not be left to what was seen last. */
  private static void run(CloudScope cloudScope, ScopeObserver observer) {
    try {
      observer.run();
    } catch (RuntimeException | Error fault) {
      LOG.error("observing {} failed unexpectedly, and begins again", cloudScope, fault);
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BREATHER);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** For each scope that it stands still, for people, or nothing. */
  public synchronized List<Optional<String>> standstills() {
    return scopes.values().stream().flatMap(open -> open.observer.standstills()).toList();
  }

  /** Whoever comes for the scope now either keeps it, or finds another begun. */
  private synchronized boolean closeIfUnused(CloudScope cloudScope, ScopeObserver observer) {
    boolean deserted = observer.isUnused();
    OpenScope open = deserted ? scopes.remove(cloudScope) : null;
    if (open != null) {
      open.kinds.keySet().forEach(provider -> provider.releaseScope(cloudScope));
    }
    return deserted;
  }

  /**
   * Scopes of that Secret have other credentials now, or none: what their cloud answered before is
   * forgotten, and they are looked at at once.
   */
  synchronized void credentialsChanged(ObjectKey secret) {
    scopes.forEach(
        (cloudScope, open) -> {
          if (cloudScope.identity().credentialsSecret().filter(secret::equals).isPresent()) {
            open.queryResults = new QueryResultCache(cloudScope, clock);
            open.kinds.replaceAll((provider, state) -> renewed(open, provider, state));
          }
        });
  }

  private static <O extends ObservedState> SharedScopeState<O> renewed(
      OpenScope open, PoolProvider<?, ?> provider, SharedScopeState<O> state) {
    state.observer().credentialsChanged();
    return new SharedScopeState<>(
        state.scope(), state.observer(), open.queryResults.askedBy(provider));
  }

  /** Stops looking. */
  @Override
  public synchronized void close() {
    scopes.values().forEach(open -> open.thread.interrupt());
    scopes.clear();
  }
}
