package io.weir.manager.cloud;

import io.weir.api.ObjectKey;
import io.weir.engine.pace.Pace;
import io.weir.provider.Observed;
import io.weir.provider.PoolProvider;
import io.weir.provider.Scope;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The scopes that pools of one kind live in; each begins with the first pool that needs it, and
 * ends when none has needed it for long.
 */
public final class CloudScopes<O extends Observed> implements AutoCloseable {

  private final PoolProvider<?, O> provider;
  private final Clock clock;
  private final Pace pace;
  private final BiConsumer<Scope, String> wake;
  private final Map<Scope, Open<O>> scopes = new HashMap<>();

  private record Open<O extends Observed>(CloudScope<O> cloud, Thread looker) {}

  /**
   * No scope yet.
   *
   * @param clock one that never goes back: what is due, and what came after what, goes by it
   * @param wake is told the scope and cloud name of a pool that changed
   */
  public CloudScopes(
      PoolProvider<?, O> provider, Clock clock, Pace pace, BiConsumer<Scope, String> wake) {
    this.provider = provider;
    this.clock = clock;
    this.pace = pace;
    this.wake = wake;
  }

  /** What the pools of the scope share; to be used at once, not to be kept for another pass. */
  public synchronized CloudScope<O> in(Scope scope) {
    CloudScope<O> cloud = scopes.computeIfAbsent(scope, this::open).cloud();
    cloud.observer().use();
    return cloud;
  }

  /**
   * Scopes of that Secret have other credentials now, or none: what their cloud answered before is
   * forgotten, and they are looked at at once.
   */
  public synchronized void renew(ObjectKey secret) {
    for (Map.Entry<Scope, Open<O>> each : scopes.entrySet()) {
      Scope scope = each.getKey();
      if (scope.secret().filter(secret::equals).isPresent()) {
        Open<O> open = each.getValue();
        CloudObserver<O> observer = open.cloud().observer();
        each.setValue(new Open<>(cloud(scope, observer), open.looker()));
        observer.renew();
      }
    }
  }

  private CloudScope<O> cloud(Scope scope, CloudObserver<O> observer) {
    return new CloudScope<>(scope, observer, new AnswerCache(provider, scope, clock));
  }

  private Open<O> open(Scope scope) {
    var observer =
        new CloudObserver<>(provider, scope, clock, pace, name -> wake.accept(scope, name));
    var cloud = cloud(scope, observer);
    return new Open<>(
        cloud, Thread.ofVirtual().name("observe " + scope).start(() -> runUntilLeft(cloud)));
  }

  private void runUntilLeft(CloudScope<O> cloud) {
    do {
      cloud.observer().run();
    } while (!Thread.currentThread().isInterrupted() && !leave(cloud));
  }

  /** Whoever comes for the scope now either keeps it, or finds another begun. */
  private synchronized boolean leave(CloudScope<O> cloud) {
    boolean deserted = cloud.observer().deserted();
    if (deserted && scopes.remove(cloud.scope()) != null) {
      provider.forget(cloud.scope());
    }
    return deserted;
  }

  /** Stops looking. */
  @Override
  public synchronized void close() {
    scopes.values().forEach(open -> open.looker().interrupt());
    scopes.clear();
  }
}
