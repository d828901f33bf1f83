package io.weir.manager;

import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.workload.WorkloadClusters;
import io.weir.manager.workload.WorkloadSettings;
import java.time.Clock;

/**
 * What the controllers of all modules share.
 *
 * @param options how the manager runs
 * @param management the management cluster
 * @param secrets its Secrets with a cluster label
 * @param workloads the connections to workload clusters
 * @param events for people
 * @param clock the time
 */
record SharedParts(
    ManagerOptions options,
    KubeCluster management,
    ObjectCache secrets,
    WorkloadClusters workloads,
    EventRecorder events,
    Clock clock) {

  /**
   * The parts of one process, none of them at work.
   *
   * @param identity who reports Events
   * @param requests is asked before and told after each request to a workload cluster
   */
  static SharedParts of(
      ManagerOptions options,
      KubeCluster management,
      String identity,
      RequestListener requests,
      Clock clock) {
    ObjectCache secrets =
        management.cache(GroupKind.SECRET, LabelSelector.exists(Keys.CLUSTER_NAME));
    var workloads =
        new WorkloadClusters(
            management, secrets, options.filter(), WorkloadSettings.DEFAULT, requests, clock);
    var events = new EventRecorder(management.client(), identity, clock);
    return new SharedParts(options, management, secrets, workloads, events, clock);
  }
}
