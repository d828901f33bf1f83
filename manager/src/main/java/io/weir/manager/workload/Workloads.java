package io.weir.manager.workload;

import io.weir.api.ObjectKey;

/** The workload clusters, as far as they can be reached. */
public interface Workloads {

  /** What can be said about the cluster now, from memory. */
  WorkloadView view(ObjectKey cluster);

  /** Tells the listener of all that happens from now on, for the rest of the process. */
  void subscribe(WorkloadListener listener);
}
