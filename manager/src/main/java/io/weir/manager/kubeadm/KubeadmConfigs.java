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
import io.weir.kernel.work.Controller;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

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
    KubeCluster management = shared.management();
    var late = new Late();
    var secrets =
        new NamedSecrets(
            shared.secrets(),
            management.informers(),
            management.client(),
            wakes::isNeeded,
            change -> wakes.ofSecret(change.object()).forEach(late));
    var controlPlanes =
        new ControlPlanes(
            management, watched.clusters(), cluster -> wakes.ofCluster(cluster).forEach(late));
    var parts =
        new KubeadmConfigController.Parts(
            watched.configs(),
            new SituationReader(
                watched.pools(),
                watched.machines(),
                watched.clusters(),
                secrets,
                controlPlanes,
                shared.serving()),
            new DataStore(shared.secrets(), management.client()),
            shared.workloads(),
            shared.policy(),
            new SecureRandom(),
            new ConfigTeller(management.client(), shared.events()),
            shared.clock());
    var passes = new KubeadmConfigController(parts);
    Controller controller =
        Controller.named("kubeadmconfig")
            .workers(shared.workers())
            .quiet(Duration.ofMillis(100))
            .watch(watched.configs(), config -> Set.of(config.key()), Wakes::configMatters)
            .watch(watched.pools(), wakes::ofOwner, Wakes::poolMatters)
            .watch(watched.machines(), wakes::ofOwner, Wakes::machineMatters)
            .watch(
                watched.clusters(),
                cluster -> wakes.ofCluster(cluster.key()),
                Wakes::clusterMatters)
            .watch(shared.secrets(), wakes::ofSecret, Wakes::secretMatters)
            .build(
                new FilteredReconciler(
                    shared.filter(),
                    watched.configs(),
                    key -> {
                      secrets.tidy();
                      return passes.reconcile(key);
                    }));
    late.is(controller);
    return controller;
  }

  /** Wakes a controller that is made after those who wake it. */
  private static final class Late implements Consumer<ObjectKey> {
    private final CompletableFuture<Controller> controller = new CompletableFuture<>();

    void is(Controller made) {
      controller.complete(made);
    }

    @Override
    public void accept(ObjectKey key) {
      var _ = controller.thenAccept(made -> made.wake(key));
    }
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
