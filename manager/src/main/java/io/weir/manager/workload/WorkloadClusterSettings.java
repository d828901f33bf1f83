package io.weir.manager.workload;

import io.weir.engine.workload.AddressPolicy;
import io.weir.engine.workload.CircuitBreaker;
import io.weir.kernel.cache.CacheLimits;
import io.weir.kernel.cache.CacheRoom;
import io.weir.kernel.cache.WatchSettings;
import java.time.InstantSource;

/**
 * How workload clusters are reached.
 *
 * @param watches what is watched there
 * @param addresses where their API servers may be
 * @param process who asks among the replicas of a manager, for the user agent; empty for nobody
 * @param pacing how soon something is done about a connection
 * @param requests what single requests may take, and when they are held back
 * @param memory what may be kept of them
 * @param localClock the clock of this process, which servers' are compared with
 */
public record WorkloadClusterSettings(
    WorkloadWatches watches,
    AddressPolicy addresses,
    String process,
    ConnectionPacing pacing,
    CircuitBreaker.Settings requests,
    WorkloadMemory memory,
    InstantSource localClock) {

  /** All watches, with the usual limits. */
  public static final WorkloadClusterSettings DEFAULT =
      new WorkloadClusterSettings(
          WorkloadWatches.ALL,
          AddressPolicy.DEFAULT,
          "",
          ConnectionPacing.DEFAULT,
          CircuitBreaker.Settings.DEFAULT,
          WorkloadMemory.DEFAULT,
          InstantSource.system());

  /** The same with other watches. */
  public WorkloadClusterSettings watching(WorkloadWatches others) {
    return new WorkloadClusterSettings(
        others, addresses, process, pacing, requests, memory, localClock);
  }

  /** The same with API servers at other addresses. */
  public WorkloadClusterSettings at(AddressPolicy others) {
    return new WorkloadClusterSettings(
        watches, others, process, pacing, requests, memory, localClock);
  }

  /** The same for one of several processes. */
  public WorkloadClusterSettings askedBy(String other) {
    return new WorkloadClusterSettings(
        watches, addresses, other, pacing, requests, memory, localClock);
  }

  /** The same with other pacing. */
  public WorkloadClusterSettings paced(ConnectionPacing other) {
    return new WorkloadClusterSettings(
        watches, addresses, process, other, requests, memory, localClock);
  }

  /** The same with other limits for single requests. */
  public WorkloadClusterSettings requesting(CircuitBreaker.Settings others) {
    return new WorkloadClusterSettings(
        watches, addresses, process, pacing, others, memory, localClock);
  }

  /** The same with other memory. */
  public WorkloadClusterSettings within(WorkloadMemory others) {
    return new WorkloadClusterSettings(
        watches, addresses, process, pacing, requests, others, localClock);
  }

  /** Nodes have no namespace; of the namespaced kinds only join tokens are watched. */
  WatchSettings watchSettings(CacheRoom room) {
    WatchSettings defaults = WatchSettings.defaults();
    return new WatchSettings(
            "kube-system",
            defaults.pageSize(),
            pacing.silenceTimeout(),
            pacing.initialBackoff().dividedBy(2),
            pacing.maxBackoff())
        .within(CacheLimits.guarded(room));
  }
}
