package io.weir.manager;

import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.ObjectSelector;
import java.time.Clock;

/**
 * What the controllers of all modules share.
 *
 * @param options how the manager runs
 * @param management the management cluster
 * @param events for people
 * @param clock the time
 */
record ControllerDependencies(
    ManagerOptions options, KubeCluster management, EventRecorder events, Clock clock) {

  /** The Secrets with a cluster label; their watch begins with the first call. */
  ObjectCache secrets() {
    return management.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
  }
}
