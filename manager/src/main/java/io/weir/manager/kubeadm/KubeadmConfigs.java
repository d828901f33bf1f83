package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.Owner;
import io.weir.bootstrap.config.Serving;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.kernel.work.Reconciler;
import io.weir.manager.objects.Changes;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.manager.objects.NamedSecrets;
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
   * @param filter which configs are made data for
   * @param workloads the workload clusters
   * @param events for people
   * @param serving which configs are served
   * @param policy how long join tokens live
   * @param clock the time
   * @param workers passes at once
   */
  public record Shared(
      KubeCluster management,
      ObjectCache secrets,
      WatchFilter filter,
      Workloads workloads,
      EventRecorder events,
      Serving serving,
      TokenPolicy policy,
      InstantSource clock,
      int workers) {}

  /** The controllers, not started: one that makes data, one that revokes tokens. */
  public static List<Controller> controllers(Shared shared) {
    var watched = new Watched(shared.management());
    var wakes =
        new Wakes(watched.configs(), watched.pools(), watched.machines(), watched.clusters());
    Controller data = data(shared, watched, wakes);
    Controller sweep = sweep(shared, watched.configs(), watched.clusters(), wakes);
    shared.workloads().subscribe(new Waker(data, sweep, wakes));
    return List.of(data, sweep);
  }

  private record Watched(
      ObjectCache configs, ObjectCache pools, ObjectCache machines, ObjectCache clusters) {
    Watched(KubeCluster management) {
      this(
          management.cache(GroupKind.KUBEADM_CONFIG),
          management.cache(GroupKind.MACHINE_POOL),
          management.cache(Owner.MACHINE),
          management.cache(GroupKind.CLUSTER));
    }
  }

  private static Controller data(Shared shared, Watched watched, Wakes wakes) {
    var waker = new DeferredWaker();
    NamedSecrets secrets = secrets(shared, wakes, waker);
    var controlPlanes =
        new ControlPlanes(
            shared.management(),
            watched.clusters(),
            cluster -> wakes.ofCluster(cluster).forEach(waker));
    var reader =
        new SituationReader(
            watched.pools(),
            watched.machines(),
            watched.clusters(),
            secrets,
            controlPlanes,
            shared.serving());
    var passes = new KubeadmConfigController(parts(shared, watched.configs(), reader));
    Reconciler tidying =
        key -> {
          secrets.tidy();
          return passes.reconcile(key);
        };
    return waker.bind(
        sources(shared, watched, wakes)
            .build(new FilteredReconciler(shared.filter(), watched.configs(), tidying)));
  }

  private static NamedSecrets secrets(Shared shared, Wakes wakes, DeferredWaker waker) {
    return new NamedSecrets(
        shared.secrets(),
        shared.management().informers(),
        shared.management().client(),
        wakes::isNeeded,
        change -> wakes.ofSecret(change.object()).forEach(waker));
  }

  private static KubeadmConfigController.Parts parts(
      Shared shared, ObjectCache configs, SituationReader reader) {
    KubeClient client = shared.management().client();
    return new KubeadmConfigController.Parts(
        configs,
        reader,
        new DataStore(shared.secrets(), client),
        shared.workloads(),
        shared.policy(),
        new SecureRandom(),
        new ConfigTeller(client, shared.events()),
        shared.clock());
  }

  private static Controller.Builder sources(Shared shared, Watched watched, Wakes wakes) {
    return Controller.named("kubeadmconfig")
        .workers(shared.workers())
        .quiet(Duration.ofMillis(100))
        .watch(watched.configs(), config -> Set.of(config.key()), Wakes::configMatters)
        .watch(watched.pools(), wakes::ofOwner, Wakes::poolMatters)
        .watch(watched.machines(), wakes::ofOwner, Wakes::machineMatters)
        .watch(watched.clusters(), cluster -> wakes.ofCluster(cluster.key()), Wakes::clusterMatters)
        .watch(shared.secrets(), wakes::ofSecret, Wakes::secretMatters);
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
