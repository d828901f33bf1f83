package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.Resource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cache and the watch that keeps it, which runs only while the kind is installed. */
final class Informer {

  private final KubeHttp http;
  private final ObjectSelector selector;
  private final FieldPruning fieldPruning;
  private final WatchSettings settings;
  private final ObjectCache cache;
  private final Runnable recovered;
  private volatile Optional<KindAvailability> availability = Optional.empty();
  private volatile @Nullable Running running;
  private boolean stopped;

  private record Running(Resource resource, Reflector reflector, Thread thread) {}

  /**
   * An informer that does not run yet.
   *
   * @param recovered told when the watch works again after trouble
   */
  Informer(
      KubeHttp http,
      GroupKind kind,
      ObjectSelector selector,
      FieldPruning fieldPruning,
      WatchSettings settings,
      Runnable recovered) {
    this.http = http;
    this.selector = selector;
    this.fieldPruning = fieldPruning;
    this.settings = settings;
    this.cache = new ObjectCache(kind, settings.limits().room());
    this.recovered = recovered;
  }

  ObjectCache cache() {
    return cache;
  }

  /** The kind is offered so from now on; empty if it is not installed. */
  synchronized void updateAvailability(Optional<KindAvailability> now) {
    Optional<KindAvailability> before = availability;
    if (stopped) {
      return;
    }
    availability = now;
    if (now.isEmpty()) {
      stopReflector();
      cache.markNotInstalled();
    } else if (!now.equals(before)) {
      boolean recovered = before.isPresent() && !before.get().healthy() && now.get().healthy();
      updateAvailability(now.get(), recovered);
    }
  }

  /** In trouble the watch goes on as it can; after it only a new list tells what was missed. */
  private void updateAvailability(KindAvailability now, boolean recovered) {
    if (!now.healthy()) {
      cache.setUnreliable(true);
    }
    Running old = running;
    boolean same = old != null && old.resource().equals(now.resource());
    if (now.served() && (recovered || !same)) {
      stopReflector();
      begin(now.resource());
    }
    if (now.healthy()) {
      cache.setUnreliable(false);
    }
  }

  /** Waits without the lock, which the watch of the CRDs may want for its last news. */
  void stop() {
    Running old;
    synchronized (this) {
      stopped = true;
      old = running;
      running = null;
    }
    stopReflector(old);
  }

  /** Whether its last list began before that moment, by {@link System#nanoTime}. */
  synchronized boolean hasListedBefore(long since) {
    return running != null && running.reflector().hasListedBefore(since);
  }

  /**
   * Lists again what was listed before that moment.
   *
   * @param crds whether the CRDs are about to be listed, too
   */
  synchronized void listAnew(long since, boolean crds) {
    Running now = running;
    if (now != null) {
      now.reflector().listAnew(since);
    } else if (crds && cache.syncState() == ObjectCache.SyncState.NOT_INSTALLED) {
      cache.doubt();
    }
  }

  /** Goes on at once if it pauses after a failure. */
  void retryNow() {
    Running now = running;
    if (now != null) {
      now.reflector().retryNow();
    }
  }

  String problem() {
    String ofKind = availability.map(KindAvailability::problem).orElse("");
    Running now = running;
    return now == null || !ofKind.isEmpty() ? ofKind : now.reflector().problem();
  }

  void applyWriteResponse(ApiObject answer) {
    Running now = running;
    if (now != null && covers(now.resource(), answer) && selector.matches(answer)) {
      cache.applyWriteResponse(answer);
    }
  }

  private boolean covers(Resource watched, ApiObject answer) {
    boolean here =
        !watched.namespaced()
            || settings.namespace().isEmpty()
            || settings.namespace().equals(answer.namespace());
    return here && watched.apiVersion().equals(answer.apiVersion());
  }

  private void begin(Resource resource) {
    cache.markInstalled();
    var reflector =
        new Reflector(http, resource, selector, fieldPruning, settings, cache, recovered);
    Thread thread = Thread.ofVirtual().name("watch-" + resource.plural()).start(reflector);
    running = new Running(resource, reflector, thread);
  }

  /** Waits for the old watch to end: it may not touch the cache after the next one began. */
  private void stopReflector() {
    Running old = running;
    running = null;
    stopReflector(old);
  }

  private static void stopReflector(@Nullable Running old) {
    if (old != null) {
      old.reflector().stop();
      old.thread().interrupt();
      join(old.thread());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
