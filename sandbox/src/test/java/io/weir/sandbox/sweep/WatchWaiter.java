package io.weir.sandbox.sweep;

import io.weir.api.ApiObject;
import io.weir.kernel.cache.Change;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Waits for what the API server's watches show of one lifecycle. */
final class WatchWaiter implements AutoCloseable {

  /** What only the cloud knows brings no news; it is looked at again this soon. */
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Semaphore activity = new Semaphore(0);
  private final List<Change.Subscription> subscriptions;

  WatchWaiter(SharedApiServer sharedApiServer, Predicate<ApiObject> concerned) {
    subscriptions =
        SharedApiServer.KINDS.stream()
            .map(
                kind ->
                    sharedApiServer
                        .cache(kind)
                        .subscribe(
                            change -> {
                              if (concerned.test(change.object())) {
                                activity.release();
                              }
                            }))
            .toList();
  }

  /** Waits until it holds; false if it does not in time. */
  boolean awaitUntil(BooleanSupplier holds, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      boolean _ = activity.tryAcquire(LOOK.toNanos(), TimeUnit.NANOSECONDS);
      activity.drainPermits();
    }
    return true;
  }

  /** Waits until there has been no news for so long. */
  void awaitStillness(Duration silence) throws InterruptedException {
    do {
      activity.drainPermits();
    } while (activity.tryAcquire(silence.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
  }
}
