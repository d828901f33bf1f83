package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import io.weir.engine.noderef.WorkloadNode;
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
import io.weir.manager.workload.WorkloadClusterState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts the controllers of MachinePools and of their Nodes together with what they watch. */
public final class MachinePoolControllerSetup {

  private static final String BY_CLUSTER = "pool-of-cluster";
  private static final String BY_MEMBER = "member";

  /** Nodes of a pool seldom change alone: those that follow soon are reported in one write. */
  private static final Duration BATCH_DELAY = Duration.ofSeconds(1);

  private final ObjectCache machinePools;
  private final ObjectCache clusters;
  private final KubeCluster management;
  private final WatchFilter filter;
  private final WorkloadClusterAccess workloadClusterAccess;
  private final EventRecorder events;
  private final Controller controller;
  private final Controller nodeDeletions;

  /** The controllers, not started. */
  public MachinePoolControllerSetup(
      KubeCluster management,
      WatchFilter filter,
      WorkloadClusterAccess workloadClusterAccess,
      EventRecorder events,
      InstantSource clock,
      int workers) {
    this.management = management;
    this.filter = filter;
    this.workloadClusterAccess = workloadClusterAccess;
    this.events = events;
    machinePools = management.cache(GroupKind.MACHINE_POOL);
    clusters = management.cache(GroupKind.CLUSTER);
    machinePools.addIndex(BY_CLUSTER, pool -> Set.of(clusterOf(pool).toString()));
    machinePools.addIndex(BY_MEMBER, MachinePoolControllerSetup::members);
    controller = pools(clock, workers);
    nodeDeletions = deferredNodeDeletionController();
    workloadClusterAccess.subscribe(new WorkloadWaker());
  }

  private Controller pools(InstantSource clock, int workers) {
    var waker = new DeferredWaker();
    var passes =
        new MachinePoolController(
            machinePools,
            clusters,
            new ReferenceResolver(management, machinePools, clock, waker),
            new PoolNodeOperations(workloadClusterAccess, this::poolsWith),
            new NodeDeletionDeferrer(clusters, filter, management.client(), events),
            management.client(),
            events,
            clock);
    return waker.bind(
        Controller.named("machinepool")
            .workers(workers)
            .sharedBy(this::clusterOfPool)
            .debounce(Duration.ofMillis(500))
            .watch(machinePools)
            .watch(clusters, this::ofCluster, ChangePredicates::isRelevantClusterChange)
            .build(new FilteredReconciler(filter, machinePools, passes)));
  }

  private Controller deferredNodeDeletionController() {
    var passes =
        new DeferredNodeDeletionController(
            clusters,
            machinePools,
            this::poolsWith,
            workloadClusterAccess,
            management.client(),
            events);
    return Controller.named("deferred-node-deletion")
        .workers(4)
        .sharedBy(ObjectKey::toString)
        .watch(
            clusters,
            cluster -> Set.of(cluster.key()),
            MachinePoolControllerSetup::isRelevantForNodeDeletion)
        .needs(machinePools)
        .build(new FilteredReconciler(filter, clusters, passes));
  }

  /** To be started and stopped with the others. */
  public List<Controller> controllers() {
    return List.of(controller, nodeDeletions);
  }

  private static boolean isRelevantForNodeDeletion(Change change) {
    return ChangePredicates.hasChanged(change, "/metadata/annotations")
        || ChangePredicates.hasChanged(change, "/spec/paused");
  }

  /** Two Clusters may reach one API server: whoever lists a machine there keeps its Node. */
  private List<ApiObject> poolsWith(ObjectKey cluster, WorkloadNode node) {
    return listing(node)
        .filter(pool -> clusterOf(pool).equals(cluster) || sees(clusterOf(pool), node))
        .toList();
  }

  private Stream<ApiObject> listing(WorkloadNode node) {
    String id = node.facts().providerId();
    return id.isEmpty() ? Stream.empty() : machinePools.byIndex(BY_MEMBER, id).stream();
  }

  /** Anybody may list anything: what counts is who has a way into the cluster of the Node. */
  private boolean sees(ObjectKey cluster, WorkloadNode node) {
    return workloadClusterAccess.state(cluster) instanceof WorkloadClusterState.Connected connected
        && connected
            .nodes()
            .byName(node.facts().name())
            .filter(same -> same.facts().uid().equals(node.facts().uid()))
            .isPresent();
  }

  /** A Node came, changed or went: the pool that has it as member has a look. */
  private void nodeChanged(ObjectKey cluster, WorkloadNode node) {
    listing(node)
        .filter(pool -> clusterOf(pool).equals(cluster))
        .forEach(pool -> controller.enqueueAfter(pool.key(), BATCH_DELAY));
  }

  /** The workload cluster can be seen again, or no more, or not still: its pools have a look. */
  private void reachabilityChanged(ObjectKey cluster) {
    machinePools
        .byIndex(BY_CLUSTER, cluster.toString())
        .forEach(pool -> controller.enqueue(pool.key()));
  }

  private final class WorkloadWaker implements WorkloadClusterListener {
    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      MachinePoolControllerSetup.this.reachabilityChanged(cluster);
      nodeDeletions.enqueue(cluster);
    }

    @Override
    public void connectionAttemptFailed(ObjectKey cluster) {
      MachinePoolControllerSetup.this.reachabilityChanged(cluster);
    }

    @Override
    public void nodeChanged(
        ObjectKey cluster, Optional<WorkloadNode> before, Optional<WorkloadNode> after) {
      after
          .or(() -> before)
          .ifPresent(node -> MachinePoolControllerSetup.this.nodeChanged(cluster, node));
    }
  }

  private Set<ObjectKey> ofCluster(ApiObject cluster) {
    return machinePools.byIndex(BY_CLUSTER, cluster.key().toString()).stream()
        .map(ApiObject::key)
        .collect(Collectors.toSet());
  }

  /** One that is gone has nothing left to do in its cluster. */
  private String clusterOfPool(ObjectKey pool) {
    return machinePools.get(pool).map(found -> clusterOf(found).toString()).orElse("");
  }

  private static ObjectKey clusterOf(ApiObject pool) {
    return new ObjectKey(pool.namespace(), pool.as(MachinePool.class).spec().clusterName());
  }

  private static Set<String> members(ApiObject pool) {
    return Set.copyOf(pool.as(MachinePool.class).spec().providerIDList());
  }
}
