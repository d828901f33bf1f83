package io.weir.manager.webhook;

import io.weir.manager.runtime.cache.Change;
import io.weir.manager.runtime.cache.ObjectCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what follows from objects. */
final class Until {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Until() {}

  /**
   * Looks after each change of the objects until nothing is missing; fails with what is missing
   * after 20 s.
   */
  static void nothingOf(Supplier<? extends List<?>> missing, ObjectCache... caches)
      throws InterruptedException {
    var changes = new Semaphore(1);
    var subscriptions = new ArrayList<Change.Subscription>();
    for (ObjectCache cache : caches) {
      subscriptions.add(cache.subscribe(change -> changes.release()));
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!missing.get().isEmpty()) {
        if (!changes.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          throw new AssertionError("still missing: " + missing.get());
        }
      }
    } finally {
      subscriptions.forEach(Change.Subscription::close);
    }
  }
}
