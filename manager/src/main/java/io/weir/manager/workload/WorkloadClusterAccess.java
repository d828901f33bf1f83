package io.weir.manager.workload;

import io.weir.api.ObjectKey;
import java.time.Duration;

/** The workload clusters, as far as they can be reached. */
public interface WorkloadClusterAccess {

  /** For so long the first answer of a cluster may be on its way; then it counts as missing. */
  Duration CONNECTS_WITHIN = Duration.ofMinutes(1);

  /** What can be said about the cluster now, from memory. */
  WorkloadClusterState state(ObjectKey cluster);

  /**
   * How far the clock of the cluster's API server is ahead of that of this process, by its last
   * answers; zero if they agree, or it has not answered.
   */
  default Duration clockAhead(ObjectKey cluster) {
    return Duration.ZERO;
  }

  /**
   * Asks for a try to reach the cluster now, without the pause after the last one; returns at once.
   * Either it becomes reachable, or {@link WorkloadClusterState.Unreachable#triedAt} moves on and
   * listeners are told.
   */
  void retryConnection(ObjectKey cluster);

  /** Tells the listener of all that happens from now on, for the rest of the process. */
  void subscribe(WorkloadClusterListener listener);
}
