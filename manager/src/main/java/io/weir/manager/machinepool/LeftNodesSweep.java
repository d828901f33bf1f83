package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.LeftNodes;
import io.weir.engine.pool.LeftNodesNote;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.watch.Pause;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.NodeWrites;
import io.weir.manager.workload.WorkloadView.Connected;
import io.weir.manager.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
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
final class LeftNodesSweep implements Reconciler {

  private static final Logger LOG = LoggerFactory.getLogger(LeftNodesSweep.class);
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration SELDOM = Duration.ofMinutes(5);

  private final ObjectCache clusters;
  private final ObjectCache pools;
  private final BiFunction<ObjectKey, String, List<ApiObject>> poolsWith;
  private final Workloads workloads;
  private final KubeClient kube;
  private final EventRecorder events;

  /**
   * Makes it.
   *
   * @param poolsWith the pools of a Cluster that list a provider ID
   */
  LeftNodesSweep(
      ObjectCache clusters,
      ObjectCache pools,
      BiFunction<ObjectKey, String, List<ApiObject>> poolsWith,
      Workloads workloads,
      KubeClient kube,
      EventRecorder events) {
    this.clusters = clusters;
    this.pools = pools;
    this.poolsWith = poolsWith;
    this.workloads = workloads;
    this.kube = kube;
    this.events = events;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> cluster =
        clusters
            .get(key)
            .filter(found -> found.annotation(Keys.LEFT_NODES).isPresent())
            .filter(found -> Pause.of(found).isEmpty());
    // Who lists a Node's machine must be known.
    boolean known = pools.filling() == ObjectCache.Filling.FULL;
    return cluster.isPresent() && known && workloads.view(key) instanceof Connected workload
        ? sweep(cluster.get(), workload)
        : Requeue.done(); // what is missing comes with an event
  }

  private Requeue sweep(ApiObject cluster, Connected workload) {
    var orphans = new ArrayList<WorkloadNode>();
    var rest = new ArrayList<NodeRef>();
    for (NodeRef left : LeftNodes.of(cluster).nodes()) {
      Optional<WorkloadNode> node = find(workload, left);
      if (node.isEmpty()) {
        continue;
      }
      List<ApiObject> users = poolsWith.apply(cluster.key(), node.get().facts().providerId());
      if (users.isEmpty()) {
        orphans.add(node.get());
      } else if (users.stream().allMatch(ApiObject::deleting)) {
        rest.add(left); // theirs to delete, or to leave, as by the one that is about to go
      } else {
        // Where names of machines come again, a new machine goes on with the Node of an old one.
        LOG.info(
            "{}: keeping Node {}, which belongs to a machine of {}", cluster, left.name(), users);
      }
    }
    boolean wait = !rest.isEmpty();
    NodeCare.Removal removal = NodeCare.delete(orphans, new NodeWrites(workload.client()));
    rest.addAll(removal.left());
    tell(cluster, orphans, removal);
    ApiObject _ = kube.edit(cluster, LeftNodes.NONE.with(rest)::putOn);
    return removal
        .refused()
        .map(failure -> refused(cluster, failure))
        .orElseGet(() -> wait ? Requeue.after(SOON) : Requeue.done());
  }

  /** The very Node; empty if it is gone, on its way, or another one has its name. */
  private static Optional<WorkloadNode> find(Connected workload, NodeRef left) {
    return workload
        .nodes()
        .named(left.name())
        .filter(node -> node.facts().uid().equals(left.uid()) && !node.facts().deleting());
  }

  private void tell(ApiObject cluster, List<WorkloadNode> orphans, NodeCare.Removal removal) {
    List<String> gone =
        orphans.stream()
            .map(node -> new NodeRef(node.facts().name(), node.facts().uid()))
            .filter(node -> !removal.left().contains(node))
            .map(NodeRef::name)
            .toList();
    if (!gone.isEmpty()) {
      String what =
          "deleted Nodes that were left behind when their MachinePools were deleted: "
              + LeftNodesNote.some(gone);
      LOG.info("{}: {}", cluster, what);
      events.normal(cluster, EventReasons.LEFT_NODES_DELETED, "Delete", what);
    }
  }

  private Requeue refused(ApiObject cluster, KubeException failure) {
    String why = String.valueOf(failure.getMessage());
    if (failure instanceof KubeException.Forbidden) {
      events.warning(cluster, EventReasons.NODES_REFUSED, "Delete", why);
    }
    return Requeue.slowly(why, SOON, SELDOM);
  }
}
