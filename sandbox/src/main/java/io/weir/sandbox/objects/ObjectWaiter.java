package io.weir.sandbox.objects;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for what a watch will show, within one bound for everything that is waited for. */
public final class ObjectWaiter implements AutoCloseable {
  private final ObjectCache cache;
  private final long deadline;
  private final Semaphore changes = new Semaphore(0);
  private final Change.Subscription subscription;

  private ObjectWaiter(ObjectCache cache, long deadline) {
    this.cache = cache;
    this.deadline = deadline;
    this.subscription = cache.subscribe(_ -> changes.release());
  }

  /**
   * Begins to watch.
   *
   * @param timeout for all waiting together, from now
   */
  public static ObjectWaiter start(ObjectCache cache, Duration timeout) {
    return new ObjectWaiter(cache, System.nanoTime() + timeout.toNanos());
  }

  /**
   * Waits until an object is as wanted; empty when it is not in time.
   *
   * @return the object as it was then; it may have changed since
   */
  public Optional<ApiObject> awaitUntil(ObjectKey key, Predicate<ApiObject> wanted)
      throws InterruptedException {
    return first(() -> cache.get(key).filter(wanted));
  }

  /** Waits until something holds that depends on the objects; false when it does not in time. */
  public boolean awaitUntil(BooleanSupplier holds) throws InterruptedException {
    return first(() -> holds.getAsBoolean() ? Optional.of(true) : Optional.empty()).isPresent();
  }

  private <T> Optional<T> first(Supplier<Optional<T>> look) throws InterruptedException {
    while (true) {
      Optional<T> found = look.get();
      if (found.isPresent()) {
        return found;
      }
      long left = deadline - System.nanoTime();
      if (left <= 0 || !changes.tryAcquire(left, TimeUnit.NANOSECONDS)) {
        return look.get();
      }
      changes.drainPermits();
    }
  }

  @Override
  public void close() {
    subscription.close();
  }
}
