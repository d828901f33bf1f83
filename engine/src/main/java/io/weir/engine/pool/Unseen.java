package io.weir.engine.pool;

import io.weir.engine.pool.PoolSnapshot.Workload;

/** What is said of Nodes that cannot be seen. */
final class Unseen {

  private Unseen() {}

  static String nodes(Workload.Unreachable down) {
    return down.because().isEmpty()
        ? "Nodes not observed yet: connecting to the workload cluster"
        : "Nodes cannot be observed: " + down.because();
  }
}
