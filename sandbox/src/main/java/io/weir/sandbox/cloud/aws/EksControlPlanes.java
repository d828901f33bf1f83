package io.weir.sandbox.cloud.aws;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.KubeException;
import io.weir.sandbox.cloud.RunningCloud;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * What stands for the controller of AWSManagedControlPlanes, which is another project's: the
 * cluster that one names exists, follows its version, and is told of in its status. A cluster stays
 * when its object goes.
 */
final class EksControlPlanes implements RunningCloud.Controller {
  static final GroupKind KIND =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");

  private static final int TRIES = 60;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final KubeCluster kube;
  private final EksClusters clusters;
  private final ExecutorService worker;
  private final Change.Subscription subscription;

  private EksControlPlanes(KubeCluster kube, EksClusters clusters) {
    this.kube = kube;
    this.clusters = clusters;
    this.worker = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("eks").factory());
    this.subscription = kube.cache(KIND).subscribe(this::changed);
  }

  /** Begins. */
  static EksControlPlanes start(KubeCluster kube, EksClusters clusters) {
    return new EksControlPlanes(kube, clusters);
  }

  private void changed(Change change) {
    if (!(change instanceof Change.Deleted)) {
      try {
        worker.execute(() -> reconcile(change.object()));
      } catch (RejectedExecutionException closed) {
        // Nobody waits for it any more.
      }
    }
  }

  /** Again, if others write at the same time, or the API server does not answer. */
  private void reconcile(ApiObject seen) {
    for (int i = 0; i < TRIES && !Thread.currentThread().isInterrupted(); i++) {
      try {
        Optional<ApiObject> now = kube.client().get(KIND, seen.key());
        if (now.isPresent() && !now.get().isDeleting()) {
          ApiObject complete = kube.client().edit(now.get(), clusters::complete);
          String runs = clusters.make(complete);
          ApiObject _ =
              kube.client().editStatus(complete, status -> clusters.tell(status, complete, runs));
        }
        return;
      } catch (KubeException passing) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  @Override
  public void close() {
    subscription.close();
    worker.shutdownNow();
  }
}
