package io.weir.sandbox.objects;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.manager.runtime.cache.Change;
import io.weir.manager.runtime.cache.ObjectCache;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Waits for what a watch will show, within one bound for everything that is waited for. */
public final class Awaiting implements AutoCloseable {
  private final ObjectCache cache;
  private final long deadline;
  private final Semaphore changes = new Semaphore(0);
  private final Change.Subscription subscription;

  private Awaiting(ObjectCache cache, long deadline) {
    this.cache = cache;
    this.deadline = deadline;
    this.subscription = cache.subscribe(_ -> changes.release());
  }

  /**
   * Begins to watch.
   *
   * @param timeout for all waiting together, from now
   */
  public static Awaiting begin(ObjectCache cache, Duration timeout) {
    return new Awaiting(cache, System.nanoTime() + timeout.toNanos());
  }

  /** Waits until an object is as wanted; empty when it is not in time. */
  public Optional<ApiObject> until(ObjectKey key, Predicate<ApiObject> wanted)
      throws InterruptedException {
    return until(() -> cache.get(key).filter(wanted).isPresent())
        ? cache.get(key)
        : Optional.empty();
  }

  /** Waits until something holds that depends on the objects; false when it does not in time. */
  public boolean until(BooleanSupplier holds) throws InterruptedException {
    while (!holds.getAsBoolean()) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || !changes.tryAcquire(left, TimeUnit.NANOSECONDS)) {
        return holds.getAsBoolean();
      }
      changes.drainPermits();
    }
    return true;
  }

  @Override
  public void close() {
    subscription.close();
  }
}
