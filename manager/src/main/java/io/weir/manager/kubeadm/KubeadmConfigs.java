package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.manager.objects.Changes;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.cache.Change;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.events.EventRecorder;
import io.weir.manager.runtime.work.Controller;
import io.weir.manager.workload.WorkloadListener;
import io.weir.manager.workload.Workloads;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** Puts the controllers of KubeadmConfigs together with what they watch. */
public final class KubeadmConfigs {

  private KubeadmConfigs() {}

  /**
   * What the controllers share with others.
   *
   * @param management the management cluster
   * @param secrets its Secrets with a cluster label
   * @param workloads the workload clusters
   * @param events for people
   * @param policy how long join tokens live
   * @param clock the time
   * @param workers passes at once
   */
  public record Shared(
      KubeCluster management,
      ObjectCache secrets,
      Workloads workloads,
      EventRecorder events,
      TokenPolicy policy,
      InstantSource clock,
      int workers) {}

  /** The controllers, not started: one that makes data, one that revokes tokens. */
  public static List<Controller> controllers(Shared shared) {
    ObjectCache configs = shared.management().cache(GroupKind.KUBEADM_CONFIG);
    ObjectCache pools = shared.management().cache(GroupKind.MACHINE_POOL);
    ObjectCache clusters = shared.management().cache(GroupKind.CLUSTER);
    var wakes = new Wakes(configs, pools, clusters);
    Controller data = data(shared, configs, pools, clusters, wakes);
    Controller sweep = sweep(shared, configs, clusters, wakes);
    shared.workloads().subscribe(new Waker(data, sweep, wakes));
    return List.of(data, sweep);
  }

  private static Controller data(
      Shared shared, ObjectCache configs, ObjectCache pools, ObjectCache clusters, Wakes wakes) {
    var reader =
        new SituationReader(pools, clusters, shared.secrets(), shared.management().client());
    var parts =
        new KubeadmConfigController.Parts(
            configs,
            reader,
            new DataStore(shared.secrets(), shared.management().client()),
            shared.management().client(),
            shared.workloads(),
            shared.policy(),
            shared.events(),
            shared.clock());
    return Controller.named("kubeadmconfig")
        .workers(shared.workers())
        .quiet(Duration.ofMillis(100))
        .watch(configs, config -> Set.of(config.key()), Wakes::configMatters)
        .watch(pools, wakes::ofPool, Wakes::poolMatters)
        .watch(clusters, cluster -> wakes.ofCluster(cluster.key()), Wakes::clusterMatters)
        .watch(shared.secrets(), wakes::ofSecret, Wakes::secretMatters)
        .build(
            new KubeadmConfigController(
                parts, new TokenPlanner(shared.policy(), new SecureRandom())));
  }

  private static Controller sweep(
      Shared shared, ObjectCache configs, ObjectCache clusters, Wakes wakes) {
    return Controller.named("join-tokens")
        .workers(2)
        .watch(configs, wakes::clustersOf, change -> change instanceof Change.Deleted)
        .watch(
            clusters,
            cluster -> Set.of(cluster.key()),
            change -> Changes.differs(change, "/spec/paused"))
        .build(new TokenSweep(clusters, configs, shared.workloads()));
  }

  /** What happens in workload clusters wakes the configs it concerns. */
  private record Waker(Controller data, Controller sweep, Wakes wakes) implements WorkloadListener {

    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      wakes.ofCluster(cluster).forEach(data::wake);
      sweep.wake(cluster);
    }

    @Override
    public void tokenChanged(ObjectKey cluster, Change change) {
      ApiObject token = change.object();
      wakes.ofToken(token).forEach(data::wake);
    }
  }
}
