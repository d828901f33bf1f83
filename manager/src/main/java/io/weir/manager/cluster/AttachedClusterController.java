package io.weir.manager.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.EventReasons;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.core.Cluster;
import io.weir.engine.pool.NameList;
import io.weir.engine.watch.PauseCheck;
import io.weir.engine.workload.AttachedClusterStatusFields;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.objects.RevertedWrites;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterState;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells pools what they wait for in a Cluster whose control plane exists already: its endpoint, its
 * CA, that it can be joined. Never touches the control plane or the network.
 */
final class AttachedClusterController implements Reconciler {

  private static final int NAMED_AT_MOST = 5;

  /** How soon it is looked again whether somebody else takes care of a Cluster. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final ObjectCache clusters;
  private final CaSecretWriter caSecretWriter;
  private final ClusterManagerLookup clusterManagers;
  private final Function<ObjectKey, List<ApiObject>> poolsOf;
  private final KubeClient kube;
  private final WorkloadClusterAccess workloadClusterAccess;
  private final EventRecorder events;
  private final InstantSource clock;

  /** What is read from memory. */
  record Caches(ObjectCache clusters, ObjectCache secrets) {}

  AttachedClusterController(
      Caches caches,
      ClusterManagerLookup clusterManagerLookup,
      Function<ObjectKey, List<ApiObject>> poolsOf,
      KubeClient kube,
      WorkloadClusterAccess workloadClusterAccess,
      EventRecorder events,
      InstantSource clock) {
    this.clusters = caches.clusters();
    this.caSecretWriter = new CaSecretWriter(caches.secrets(), kube, events);
    this.clusterManagers = clusterManagerLookup;
    this.poolsOf = poolsOf;
    this.kube = kube;
    this.workloadClusterAccess = workloadClusterAccess;
    this.events = events;
    this.clock = clock;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> found = clusters.get(key);
    if (found.isEmpty()) {
      return Requeue.done();
    }
    ApiObject cluster = found.get();
    return switch (clusterManagers.managerOf(cluster)) {
      case UNKNOWN -> Requeue.after(SOON);
      case OTHERS -> {
        release(cluster);
        yield Requeue.done();
      }
      case WEIR -> {
        reconcileManaged(cluster);
        yield Requeue.done(); // every further step comes with an event
      }
    };
  }

  private void reconcileManaged(ApiObject cluster) {
    Optional<String> paused = PauseCheck.whyPaused(cluster);
    if (paused.isPresent()) {
      ApiObject _ =
          kube.editStatus(
              cluster,
              status ->
                  AttachedClusterStatusFields.setPaused(
                      status, cluster, paused.get(), clock.instant()));
    } else if (cluster.isDeleting()) {
      delete(cluster);
    } else {
      attach(cluster);
    }
  }

  private void attach(ApiObject cluster) {
    WorkloadClusterState view = workloadClusterAccess.state(cluster.key());
    if (view instanceof Unreachable down && down.cause() == ConnectionFailureCause.CONNECTING) {
      return; // the connection tells when it knows more
    }
    ApiObject written = cluster;
    Optional<String> remark = Optional.empty();
    var undone = new RevertedWrites();
    if (view instanceof Connected up) {
      written =
          undone.attempt(
              cluster, () -> kube.editKept(cluster, tree -> prepare(tree, up.kubeconfig())));
      remark = caSecretWriter.createOrUpdate(written, up.kubeconfig().caPem());
    }
    ApiObject base = written;
    String said = remark.orElse("");
    ApiObject _ =
        kube.editStatus(
            base,
            status ->
                AttachedClusterStatusFields.setConnection(
                    status, base, probe(view), said, clock.instant()));
    Optional<Condition> probe =
        ConditionLists.find(
            cluster.at("/status/conditions"), ConditionTypes.REMOTE_CONNECTION_PROBE);
    reportStatus(cluster, view, probe);
    remark
        .filter(activity -> probe.filter(before -> before.message().contains(activity)).isEmpty())
        .ifPresent(
            activity ->
                events.warning(cluster, EventReasons.AUTHORITY_DIFFERS, "Attach", activity));
    undone.throwIfAny();
  }

  private static AttachedClusterStatusFields.Probe probe(WorkloadClusterState view) {
    return switch (view) {
      case Connected up ->
          new AttachedClusterStatusFields.Probe.Answered(up.kubeconfig().server(), up.version());
      case Unreachable down ->
          new AttachedClusterStatusFields.Probe.Failed(down.cause(), down.message());
    };
  }

  private static void prepare(ObjectNode tree, VettedKubeconfig vettedKubeconfig) {
    MetadataEdits.addFinalizer(tree, MetadataKeys.ATTACHED_CLUSTER_FINALIZER);
    ObjectNode endpoint = tree.withObject("/spec/controlPlaneEndpoint");
    if (endpoint.path("host").asText("").isEmpty()) {
      endpoint.put("host", vettedKubeconfig.host()).put("port", vettedKubeconfig.port());
    }
  }

  private void reportStatus(
      ApiObject cluster, WorkloadClusterState view, Optional<Condition> probe) {
    boolean attached =
        cluster.as(Cluster.class).status().initialization().controlPlaneInitialized();
    switch (view) {
      case Connected up when !attached ->
          events.normal(
              cluster,
              EventReasons.ATTACHED,
              "Attach",
              "attached Kubernetes %s at %s".formatted(up.version(), up.kubeconfig().server()));
      case Connected up when probe.filter(before -> !before.isTrue()).isPresent() ->
          events.normal(
              cluster,
              EventReasons.CONNECTION_RESTORED,
              "Attach",
              "reconnected to %s".formatted(up.kubeconfig().server()));
      case Unreachable down ->
          events.warning(
              cluster,
              attached ? EventReasons.CONNECTION_LOST : EventReasons.NOT_ATTACHED,
              "Attach",
              down.message());
      case Connected _ -> {}
    }
  }

  /** Deletes the pools, waits for them, lets the Cluster go; nothing else of it is deleted. */
  private void delete(ApiObject cluster) {
    if (!cluster.hasFinalizer(MetadataKeys.ATTACHED_CLUSTER_FINALIZER)) {
      return;
    }
    List<ApiObject> pools = poolsOf.apply(cluster.key());
    if (pools.isEmpty()) {
      release(cluster);
      return;
    }
    // What is waited for is told first: a pool that cannot be deleted must not hide it.
    ApiObject _ =
        kube.editStatus(
            cluster,
            status ->
                AttachedClusterStatusFields.setDeleting(
                    status, cluster, names(pools), clock.instant()));
    for (ApiObject pool : pools) {
      if (!pool.isDeleting()) {
        kube.delete(pool, PropagationPolicy.BACKGROUND);
      }
    }
  }

  private void release(ApiObject cluster) {
    ApiObject _ =
        kube.editKept(
            cluster,
            tree -> MetadataEdits.removeFinalizer(tree, MetadataKeys.ATTACHED_CLUSTER_FINALIZER));
  }

  private static String names(List<ApiObject> pools) {
    List<String> names = pools.stream().map(ApiObject::name).sorted().toList();
    return "waiting for MachinePools %s to be deleted; their Deleting conditions say what each is waiting for"
        .formatted(NameList.abbreviate(names, NAMED_AT_MOST));
  }
}
