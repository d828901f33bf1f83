package io.weir.webhook;

import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what follows from objects. */
final class Waits {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What does not follow from objects alone, such as a certificate, tells nobody that it came. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private Waits() {}

  /**
   * Looks after each change of the objects, and now and then, until nothing is missing; fails with
   * what is missing after two minutes.
   */
  static void untilEmpty(Supplier<? extends List<?>> missing, ObjectCache... caches)
      throws InterruptedException {
    var changes = new Semaphore(1);
    var subscriptions = new ArrayList<Change.Subscription>();
    for (ObjectCache cache : caches) {
      subscriptions.add(cache.subscribe(change -> changes.release()));
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!missing.get().isEmpty()) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("still missing: " + missing.get());
        }
        boolean _ = changes.tryAcquire(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
      }
    } finally {
      subscriptions.forEach(Change.Subscription::close);
    }
  }
}
