package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.DeferredNodeDeletions;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.RemainingNodesMessage;
import io.weir.engine.watch.PauseCheck;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.NodeWriter;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the Nodes that pools had to leave, one Cluster a pass, when its API server answers. Only
 * those noted are touched, and each only as the very Node that was noted: that no pool is seen for
 * a Node proves nothing, as after a management cluster was restored.
 */
final class DeferredNodeDeletionController implements Reconciler {

  private static final Logger LOG = LoggerFactory.getLogger(DeferredNodeDeletionController.class);
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration SELDOM = Duration.ofMinutes(5);

  private final ObjectCache clusters;
  private final ObjectCache pools;
  private final BiFunction<ObjectKey, WorkloadNode, List<ApiObject>> poolsWith;
  private final WorkloadClusterAccess workloadClusterAccess;
  private final KubeClient kube;
  private final EventRecorder events;

  /**
   * Makes it.
   *
   * @param poolsWith the pools that list the machine of a Cluster's Node
   */
  DeferredNodeDeletionController(
      ObjectCache clusters,
      ObjectCache pools,
      BiFunction<ObjectKey, WorkloadNode, List<ApiObject>> poolsWith,
      WorkloadClusterAccess workloadClusterAccess,
      KubeClient kube,
      EventRecorder events) {
    this.clusters = clusters;
    this.pools = pools;
    this.poolsWith = poolsWith;
    this.workloadClusterAccess = workloadClusterAccess;
    this.kube = kube;
    this.events = events;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> cluster =
        clusters
            .get(key)
            .filter(found -> found.annotation(MetadataKeys.LEFT_NODES).isPresent())
            .filter(found -> PauseCheck.whyPaused(found).isEmpty());
    // Who lists a Node's machine must be known.
    boolean known = pools.syncState() == ObjectCache.SyncState.SYNCED;
    Optional<ObjectKey> unread =
        pools.neverRead().stream()
            .filter(pool -> pool.namespace().equals(key.namespace()))
            .min(Comparator.comparing(ObjectKey::name));
    if (cluster.isPresent() && unread.isPresent()) {
      return Requeue.backoffBetween(
          "MachinePool %s cannot be read, and may have the machines of Nodes that were left"
              .formatted(unread.get()),
          SOON,
          SELDOM);
    }
    return cluster.isPresent()
            && known
            && workloadClusterAccess.state(key) instanceof Connected workload
        ? deleteNodes(cluster.get(), workload)
        : Requeue.done(); // what is missing comes with an event
  }

  private Requeue deleteNodes(ApiObject cluster, Connected workload) {
    var orphans = new ArrayList<WorkloadNode>();
    var rest = new ArrayList<NodeRef>();
    for (NodeRef left : DeferredNodeDeletions.of(cluster).nodes()) {
      Optional<WorkloadNode> node = find(workload, left);
      if (node.isEmpty()) {
        continue;
      }
      List<ApiObject> users = poolsWith.apply(cluster.key(), node.get());
      if (users.isEmpty()) {
        orphans.add(node.get());
      } else if (users.stream().allMatch(ApiObject::isDeleting)) {
        rest.add(left); // theirs to delete, or to leave, as by the one that is about to go
      } else {
        // Where names of machines come again, a new machine goes on with the Node of an old one.
        LOG.info(
            "{}: keeping Node {}, which belongs to a machine of {}", cluster, left.name(), users);
      }
    }
    boolean wait = !rest.isEmpty();
    PoolNodeOperations.RemovalResult removalResult =
        PoolNodeOperations.delete(orphans, new NodeWriter(workload.client(), cluster.key()));
    rest.addAll(removalResult.remaining());
    reportResult(cluster, orphans, removalResult);
    ApiObject _ = kube.edit(cluster, DeferredNodeDeletions.NONE.with(rest)::writeTo);
    return removalResult
        .refusal()
        .map(failure -> refused(cluster, failure))
        .orElseGet(() -> wait ? Requeue.after(SOON) : Requeue.done());
  }

  /** The very Node; empty if it is gone, on its way, or another one has its name. */
  private static Optional<WorkloadNode> find(Connected workload, NodeRef left) {
    return workload
        .nodes()
        .byName(left.name())
        .filter(node -> node.facts().uid().equals(left.uid()) && !node.facts().deleting());
  }

  private void reportResult(
      ApiObject cluster,
      List<WorkloadNode> orphans,
      PoolNodeOperations.RemovalResult removalResult) {
    List<String> gone =
        orphans.stream()
            .map(node -> new NodeRef(node.facts().name(), node.facts().uid()))
            .filter(node -> !removalResult.remaining().contains(node))
            .map(NodeRef::name)
            .toList();
    if (!gone.isEmpty()) {
      String what =
          "deleted Nodes that were left behind when their MachinePools were deleted: "
              + RemainingNodesMessage.some(gone);
      LOG.info("{}: {}", cluster, what);
      events.normal(cluster, EventReasons.LEFT_NODES_DELETED, "Delete", what);
    }
  }

  private Requeue refused(ApiObject cluster, KubeException failure) {
    String why = String.valueOf(failure.getMessage());
    if (failure instanceof KubeException.Forbidden) {
      events.warning(cluster, EventReasons.NODES_REFUSED, "Delete", why);
    }
    return Requeue.backoffBetween(why, SOON, SELDOM);
  }
}
