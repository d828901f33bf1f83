package io.weir.manager;

import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import java.time.Clock;

/**
 * What the controllers of all modules share.
 *
 * @param options how the manager runs
 * @param management the management cluster
 * @param secrets its Secrets with a cluster label, some of them trimmed
 * @param events for people
 * @param clock the time
 */
record ControllerDependencies(
    ManagerOptions options,
    KubeCluster management,
    ObjectCache secrets,
    EventRecorder events,
    Clock clock) {}
