package io.weir.kernel.harness;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Waits for what a watch shows; fails after two minutes with what it showed last. */
public final class CacheWaits {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private CacheWaits() {}

  /** The object as soon as it is as wanted. */
  public static ApiObject awaitObject(ObjectCache cache, ObjectKey key, Predicate<ApiObject> wanted)
      throws InterruptedException {
    return awaitAny(cache, object -> object.key().equals(key) && wanted.test(object));
  }

  /** The first object that is as wanted. */
  public static ApiObject awaitAny(ObjectCache cache, Predicate<ApiObject> wanted)
      throws InterruptedException {
    var found = new AtomicReference<ApiObject>();
    var last = new AtomicReference<String>("nothing");
    var latch = new CountDownLatch(1);
    Change.Listener listener =
        change -> {
          last.set(change.object() + " " + change.object().status());
          if (!(change instanceof Change.Deleted)
              && wanted.test(change.object())
              && found.compareAndSet(null, change.object())) {
            latch.countDown();
          }
        };
    try (var _ = cache.subscribe(listener)) {
      await(latch, last);
    }
    return found.get();
  }

  /** Waits until the object is gone. */
  public static void awaitGone(ObjectCache cache, ObjectKey key) throws InterruptedException {
    if (!cache.awaitSynced(PATIENCE)) {
      throw new AssertionError("never listed: " + cache.kind());
    }
    var latch = new CountDownLatch(1);
    var last = new AtomicReference<>("it is there: " + key);
    Change.Listener listener =
        change -> {
          if (change instanceof Change.Deleted && change.key().equals(key)) {
            latch.countDown();
          }
        };
    try (var _ = cache.subscribe(listener)) {
      Optional<ApiObject> there = cache.get(key);
      if (there.isPresent()) {
        await(latch, last);
      }
    }
  }

  private static void await(CountDownLatch latch, AtomicReference<String> last)
      throws InterruptedException {
    if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("not seen within two minutes; last: " + last.get());
    }
  }
}
