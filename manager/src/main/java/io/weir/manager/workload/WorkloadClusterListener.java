package io.weir.manager.workload;

import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.cache.Change;
import java.util.Optional;

/** Told what happens in workload clusters. Must be quick and not block. */
public interface WorkloadClusterListener {

  /** The cluster has become reachable, or unreachable for another reason than before. */
  default void reachabilityChanged(ObjectKey cluster) {}

  /**
   * A try that somebody asked for is over; the cluster is unreachable for the same reason still.
   */
  default void connectionAttemptFailed(ObjectKey cluster) {}

  /**
   * The facts of a Node have changed; a heartbeat is no change. After a connection began, every
   * Node is told as new.
   *
   * @param before empty for a Node that is new
   * @param after empty for one that is gone
   */
  default void nodeChanged(
      ObjectKey cluster, Optional<WorkloadNode> before, Optional<WorkloadNode> after) {}

  /**
   * Requests to the cluster are held back from now on, as those before were not answered in time.
   *
   * @param why one sentence for people, with the remedy
   */
  default void requestsHeldBack(ObjectKey cluster, String why) {}

  /** One of them was answered, so that all are sent again. */
  default void requestsAnswered(ObjectKey cluster) {}

  /** Labels of a Node have changed that no fact tells of. */
  default void nodeLabelsChanged(ObjectKey cluster) {}

  /** A join token of Weir's was made, changed or removed by whoever it was. */
  default void tokenChanged(ObjectKey cluster, Change change) {}
}
