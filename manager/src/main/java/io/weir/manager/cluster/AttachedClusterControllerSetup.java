package io.weir.manager.cluster;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.manager.objects.ChangePredicates;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterListener;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Puts the controller of attached Clusters together with what it watches. */
public final class AttachedClusterControllerSetup {

  private static final String BY_CLUSTER = "pool-of-attached";

  private AttachedClusterControllerSetup() {}

  /**
   * The controller, not started.
   *
   * @param secrets the Secrets with a cluster label
   * @param pools the MachinePools that go before their Cluster; empty where pools are switched off
   * @param filter which Clusters are looked after
   */
  public static Controller controller(
      KubeCluster management,
      ObjectCache secrets,
      Optional<ObjectCache> pools,
      WatchFilter filter,
      WorkloadClusterAccess workloadClusterAccess,
      EventRecorder events,
      InstantSource clock) {
    ObjectCache clusters = management.cache(GroupKind.CLUSTER);
    pools.ifPresent(
        cache -> cache.addIndex(BY_CLUSTER, pool -> Set.of(clusterOf(pool).toString())));
    var waker = new DeferredWaker();
    var reconciler =
        new AttachedClusterController(
            new AttachedClusterController.Caches(clusters, secrets),
            new ClusterManagerLookup(management, clusters, waker),
            cluster ->
                pools.map(cache -> cache.byIndex(BY_CLUSTER, cluster.toString())).orElse(List.of()),
            management.client(),
            workloadClusterAccess,
            events,
            clock);
    Controller.Builder sources =
        Controller.named("cluster")
            .debounce(Duration.ofMillis(100))
            .watch(clusters)
            .watch(
                secrets,
                AttachedClusterControllerSetup::ca,
                AttachedClusterControllerSetup::caMatters);
    pools.ifPresent(
        cache ->
            sources.watch(
                cache,
                pool -> Set.of(clusterOf(pool)),
                AttachedClusterControllerSetup::comesOrGoes));
    workloadClusterAccess.subscribe(new Reachability(waker));
    return waker.bind(sources.build(new FilteredReconciler(filter, clusters, reconciler)));
  }

  /** A Cluster that can be reached again, or no more, has a pass. */
  private record Reachability(Consumer<ObjectKey> wake) implements WorkloadClusterListener {

    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      wake.accept(cluster);
    }
  }

  private static ObjectKey clusterOf(ApiObject pool) {
    return new ObjectKey(pool.namespace(), pool.at("/spec/clusterName").asText(""));
  }

  private static Set<ObjectKey> ca(ApiObject secret) {
    String cluster = secret.label(MetadataKeys.CLUSTER_NAME).orElse("");
    return secret.name().equals(CaSecret.name(cluster))
        ? Set.of(new ObjectKey(secret.namespace(), cluster))
        : Set.of();
  }

  private static boolean caMatters(Change change) {
    return comesOrGoes(change)
        || ChangePredicates.hasChanged(change, "/data")
        || ChangePredicates.hasChanged(change, "/metadata/ownerReferences");
  }

  private static boolean comesOrGoes(Change change) {
    return ChangePredicates.hasChanged(change, "/metadata/deletionTimestamp");
  }
}
