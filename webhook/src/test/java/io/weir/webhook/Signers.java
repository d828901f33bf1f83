package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.ObjectSelector;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The authorities that have signed since this was made. */
final class Signers implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 180;

  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final Semaphore changes = new Semaphore(0);
  private final Change.Subscription subscription;

  Signers(KubeCluster user) {
    subscription =
        user.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.WEBHOOK))
            .subscribe(
                change -> {
                  seen.add(change.object().at("/data").path("ca.crt").asText());
                  changes.release();
                });
  }

  int count() {
    return seen.size();
  }

  /** Waits until so many have. */
  void await(int count) throws InterruptedException {
    while (count() < count) {
      assertThat(changes.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Override
  public void close() {
    subscription.close();
  }
}
