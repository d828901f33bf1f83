package io.weir.sandbox.cloud.oci;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.KubeException;
import io.weir.sandbox.cloud.RunningCloud;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * What stands for the controllers of OCIClusters, OCIManagedClusters and OCIManagedControlPlanes,
 * which are another project's: networks and clusters that they would make exist, and are told of in
 * their specs. What is there stays when its object goes.
 */
final class OciClusterOwner implements RunningCloud.Controller {
  private static final int TRIES = 60;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final KubeCluster kube;
  private final SandboxOci cloud;
  private final ExecutorService worker;
  private final List<Change.Subscription> subscriptions = new ArrayList<>();

  private OciClusterOwner(KubeCluster kube, SandboxOci cloud) {
    this.kube = kube;
    this.cloud = cloud;
    this.worker = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("oci").factory());
  }

  /** Begins. */
  static OciClusterOwner start(KubeCluster kube, SandboxOci cloud) {
    var owner = new OciClusterOwner(kube, cloud);
    owner.watch(SandboxOci.CONTROL_PLANE);
    SandboxOci.CLUSTERS.forEach(owner::watch);
    return owner;
  }

  private void watch(GroupKind kind) {
    subscriptions.add(kube.cache(kind).subscribe(change -> changed(kind, change)));
  }

  private void changed(GroupKind kind, Change change) {
    if (!(change instanceof Change.Deleted)) {
      try {
        worker.execute(() -> complete(kind, change.object()));
      } catch (RejectedExecutionException closed) {
        // Nobody waits for it any more.
      }
    }
  }

  /** Again, if others write at the same time, or the API server does not answer. */
  private void complete(GroupKind kind, ApiObject seen) {
    for (int i = 0; i < TRIES && !Thread.currentThread().isInterrupted(); i++) {
      try {
        Optional<ApiObject> now = kube.client().get(kind, seen.key());
        if (now.isPresent() && !now.get().isDeleting()) {
          ApiObject _ = kube.client().edit(now.get(), tree -> cloud.complete(kind, tree));
        }
        return;
      } catch (KubeException passing) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
    worker.shutdownNow();
  }
}
