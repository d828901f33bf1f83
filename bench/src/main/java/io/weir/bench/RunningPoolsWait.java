package io.weir.bench;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import java.time.Duration;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for many pools to run, by one watch and without looking at all of them at each change. */
final class RunningPoolsWait implements AutoCloseable {
  private final String namespace;
  private final SortedSet<String> missing;
  private final CountDownLatch none = new CountDownLatch(1);
  private final Change.Subscription subscription;

  private RunningPoolsWait(KubeCluster kube, String namespace, Collection<String> names) {
    this.namespace = namespace;
    this.missing = new TreeSet<>(names);
    this.subscription = kube.cache(GroupKind.MACHINE_POOL).subscribe(this::changed);
  }

  /** Begins to look; the pools need not exist yet. */
  static RunningPoolsWait start(KubeCluster kube, String namespace, Collection<String> names) {
    return new RunningPoolsWait(kube, namespace, names);
  }

  /** Waits until each has run once; false when one has not in time. */
  boolean awaitAll(Duration timeout) throws InterruptedException {
    return none.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Those that have not run yet. */
  synchronized SortedSet<String> missing() {
    return new TreeSet<>(missing);
  }

  private synchronized void changed(Change change) {
    ApiObject pool = change.object();
    if (pool.namespace().equals(namespace)
        && pool.at("/status/phase").asText("").equals("Running")
        && missing.remove(pool.name())
        && missing.isEmpty()) {
      none.countDown();
    }
  }

  @Override
  public void close() {
    subscription.close();
  }
}
