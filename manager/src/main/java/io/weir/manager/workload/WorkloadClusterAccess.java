package io.weir.manager.workload;

import io.weir.api.ObjectKey;

/** The workload clusters, as far as they can be reached. */
public interface WorkloadClusterAccess {

  /** What can be said about the cluster now, from memory. */
  WorkloadClusterState state(ObjectKey cluster);

  /**
   * Asks for a try to reach the cluster now, without the pause after the last one; returns at once.
   * Either it becomes reachable, or {@link WorkloadClusterState.Unreachable#triedAt} moves on and
   * listeners are told.
   */
  void retryConnection(ObjectKey cluster);

  /** Tells the listener of all that happens from now on, for the rest of the process. */
  void subscribe(WorkloadClusterListener listener);
}
