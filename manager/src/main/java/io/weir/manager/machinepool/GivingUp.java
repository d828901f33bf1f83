package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.engine.pool.LeftNodes;
import io.weir.engine.pool.LeftNodesNote;
import io.weir.engine.pool.PoolParts;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.util.Collection;
import java.util.Optional;

/**
 * Lets a pool go whose Nodes can't be deleted now, but not before they are noted on its Cluster,
 * where {@link LeftNodesSweep} finds them when they can.
 */
final class GivingUp {

  private final ObjectCache clusters;
  private final WatchFilter filter;
  private final KubeClient kube;
  private final EventRecorder events;

  /**
   * What is on the Cluster.
   *
   * @param left those noted, and maybe others
   * @param otherwise why others are not; empty if they had to be left out for their number
   */
  private record Noted(LeftNodes left, String otherwise) {}

  GivingUp(ObjectCache clusters, WatchFilter filter, KubeClient kube, EventRecorder events) {
    this.clusters = clusters;
    this.filter = filter;
    this.kube = kube;
    this.events = events;
  }

  /** The Nodes of a pool whose Cluster does not exist: nobody will ever know how to reach them. */
  void forEver(PoolParts parts) {
    events.warning(parts.pool(), EventReasons.NODES_LEFT, "Delete", LeftNodesNote.forEver(parts));
  }

  /**
   * Notes the Nodes and tells people.
   *
   * @param why they can't be deleted now
   * @throws KubeException if they could not be noted, and it is worth another try
   */
  void untilLater(PoolParts parts, Collection<NodeRef> nodes, String why) {
    Noted noted = note(parts.clusterKey(), nodes);
    String note =
        LeftNodesNote.untilLater(parts.clusterKey(), nodes, noted.left(), noted.otherwise(), why);
    events.warning(parts.pool(), EventReasons.NODES_LEFT, "Delete", note);
  }

  /** One at a time: the pools of a cluster that does not answer give up all at once. */
  private synchronized Noted note(ObjectKey key, Collection<NodeRef> nodes) {
    Optional<ApiObject> cluster = clusters.get(key);
    if (cluster.isEmpty()) {
      return new Noted(LeftNodes.NONE, "it no longer exists");
    }
    if (!filter.admits(cluster.get())) {
      return new Noted(LeftNodes.NONE, filter.told(cluster.get()));
    }
    LeftNodes all = LeftNodes.of(cluster.get()).with(nodes);
    try {
      ApiObject _ = kube.edit(cluster.get(), all::putOn);
      return new Noted(all, "its annotation %s is full".formatted(Keys.LEFT_NODES));
    } catch (KubeException.Forbidden | KubeException.Invalid | KubeException.NotFound refused) {
      // No reason to keep the pool for ever.
      return new Noted(LeftNodes.NONE, String.valueOf(refused.getMessage()));
    }
  }
}
