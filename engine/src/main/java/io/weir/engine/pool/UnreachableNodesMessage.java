package io.weir.engine.pool;

import io.weir.engine.pool.PoolSnapshot.WorkloadState;

/** What is said of Nodes that cannot be seen. */
final class UnreachableNodesMessage {

  private UnreachableNodesMessage() {}

  static String of(WorkloadState.Unreachable down) {
    return down.reason().isEmpty()
        ? "Nodes not observed yet: connecting to the workload cluster"
        : "Nodes cannot be observed: " + down.reason();
  }
}
