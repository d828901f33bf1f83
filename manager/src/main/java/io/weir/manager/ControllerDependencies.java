package io.weir.manager;

import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.objects.ManagementCluster;
import io.weir.manager.workload.WorkloadClusterSettings;
import io.weir.manager.workload.WorkloadConnections;
import java.time.Clock;

/**
 * What the controllers of all modules share.
 *
 * @param options how the manager runs
 * @param management the management cluster
 * @param managementCluster which one that is
 * @param secrets its Secrets with a cluster label
 * @param workloads the connections to workload clusters
 * @param events for people
 * @param clock the time
 */
record ControllerDependencies(
    ManagerOptions options,
    KubeCluster management,
    ManagementCluster managementCluster,
    ObjectCache secrets,
    WorkloadConnections workloads,
    EventRecorder events,
    Clock clock) {

  /**
   * The parts of one process, none of them at work.
   *
   * @param identity who reports Events
   * @param requests is asked before and told after each request to a workload cluster
   */
  static ControllerDependencies of(
      ManagerOptions options,
      KubeCluster management,
      String identity,
      RequestListener requests,
      Clock clock) {
    ObjectCache secrets =
        management.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
    var workloads =
        new WorkloadConnections(
            management,
            secrets,
            options.watchFilter(),
            WorkloadClusterSettings.DEFAULT,
            requests,
            clock);
    var events = new EventRecorder(management.client(), identity, clock);
    var managementCluster =
        new ManagementCluster(management, options.lease().namespace(), options.namespace());
    return new ControllerDependencies(
        options, management, managementCluster, secrets, workloads, events, clock);
  }
}
