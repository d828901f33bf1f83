package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.WorkloadClusterAccess;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Keeps a config's data as its inputs want it, and the token in the data valid. */
final class KubeadmConfigController implements Reconciler {

  private final Dependencies dependencies;

  /** What the controller works with. */
  record Dependencies(
      ObjectCache configs,
      ConfigStateReader reader,
      BootstrapDataStore store,
      WorkloadClusterAccess workloads,
      TokenPolicy policy,
      RandomGenerator random,
      KubeadmConfigReporter reporter,
      InstantSource clock) {}

  KubeadmConfigController(Dependencies dependencies) {
    this.dependencies = dependencies;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    // Before anything is read: what is read later may be newer than the time it is judged by, and
    // never older, however slow the pass is.
    Instant now = dependencies.clock().instant();
    Optional<ApiObject> config = dependencies.configs().get(key);
    boolean there = config.isPresent() && !dependencies.store().isDeletedWithConfig(config.get());
    return there
        ? new KubeadmConfigPass(dependencies, now).reconcile(config.get())
        : Requeue.done();
  }
}
