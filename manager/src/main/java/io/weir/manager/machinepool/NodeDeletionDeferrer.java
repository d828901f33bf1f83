package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.engine.pool.DeferredNodeDeletions;
import io.weir.engine.pool.MachinePoolObjects;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.RemainingNodesMessage;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.util.Collection;
import java.util.Optional;

/**
 * Lets a pool go whose Nodes can't be deleted now, but not before they are noted on its Cluster,
 * where {@link DeferredNodeDeletionController} finds them when they can.
 */
final class NodeDeletionDeferrer {

  private final ObjectCache clusters;
  private final WatchFilter filter;
  private final KubeClient kube;
  private final EventRecorder events;

  /**
   * What is on the Cluster.
   *
   * @param deferred those noted, and maybe others
   * @param problem why others are not; empty if they had to be left out for their number
   */
  private record DeferralResult(DeferredNodeDeletions deferred, String problem) {}

  NodeDeletionDeferrer(
      ObjectCache clusters, WatchFilter filter, KubeClient kube, EventRecorder events) {
    this.clusters = clusters;
    this.filter = filter;
    this.kube = kube;
    this.events = events;
  }

  /** The Nodes of a pool whose Cluster does not exist: nobody will ever know how to reach them. */
  void abandon(MachinePoolObjects parts) {
    events.warning(
        parts.pool(), EventReasons.NODES_LEFT, "Delete", RemainingNodesMessage.forEver(parts));
  }

  /**
   * Notes the Nodes and tells people.
   *
   * @param why they can't be deleted now
   * @throws KubeException if they could not be noted, and it is worth another try
   */
  void defer(MachinePoolObjects parts, Collection<NodeRef> nodes, String why) {
    DeferralResult deferralResult = writeToCluster(parts.clusterKey(), nodes);
    String note =
        RemainingNodesMessage.untilLater(
            parts.clusterKey(), nodes, deferralResult.deferred(), deferralResult.problem(), why);
    events.warning(parts.pool(), EventReasons.NODES_LEFT, "Delete", note);
  }

  /** One at a time: the pools of a cluster that does not answer give up all at once. */
  private synchronized DeferralResult writeToCluster(ObjectKey key, Collection<NodeRef> nodes) {
    Optional<ApiObject> cluster = clusters.get(key);
    if (cluster.isEmpty()) {
      return new DeferralResult(DeferredNodeDeletions.NONE, "it no longer exists");
    }
    if (!filter.admits(cluster.get())) {
      return new DeferralResult(
          DeferredNodeDeletions.NONE, filter.notAdmittedMessage(cluster.get()));
    }
    DeferredNodeDeletions all = DeferredNodeDeletions.of(cluster.get()).with(nodes);
    try {
      ApiObject _ = kube.editKept(cluster.get(), all::writeTo);
      return new DeferralResult(
          all, "its annotation %s is full".formatted(MetadataKeys.LEFT_NODES));
    } catch (KubeException.Forbidden
        | KubeException.Invalid
        | KubeException.NotFound
        | KubeException.Reverted refused) {
      // No reason to keep the pool for ever.
      return new DeferralResult(DeferredNodeDeletions.NONE, String.valueOf(refused.getMessage()));
    }
  }
}
