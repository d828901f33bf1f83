package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Looks out for a state that passes: whoever only begins to look once it may be there, or looks now
 * and then, may miss it.
 */
final class StateObserver implements AutoCloseable {

  private final CountDownLatch seen = new CountDownLatch(1);
  private final Change.Subscription subscription;

  private StateObserver(ObjectCache cache, ObjectKey key, Predicate<ApiObject> wanted) {
    subscription =
        cache.subscribe(
            change -> {
              if (change.key().equals(key) && wanted.test(change.object())) {
                seen.countDown();
              }
            });
  }

  /** Looks at each state of the object from now on. */
  static StateObserver start(ObjectCache cache, ObjectKey key, Predicate<ApiObject> wanted) {
    return new StateObserver(cache, key, wanted);
  }

  /** Waits until the object has once been as wanted. */
  void await(Duration patience, String claim) throws InterruptedException {
    assertThat(seen.await(patience.toSeconds(), TimeUnit.SECONDS)).as(claim).isTrue();
  }

  @Override
  public void close() {
    subscription.close();
  }
}
