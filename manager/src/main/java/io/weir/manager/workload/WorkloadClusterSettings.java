package io.weir.manager.workload;

import io.weir.api.retry.Backoff;
import io.weir.engine.workload.AddressPolicy;
import io.weir.engine.workload.CircuitBreaker;
import io.weir.kernel.cache.WatchSettings;
import java.time.Duration;

/**
 * How workload clusters are reached.
 *
 * @param watches what is watched there
 * @param addresses where their API servers may be
 * @param process who asks among the replicas of a manager, for the user agent; empty for nobody
 * @param initialBackoff before a failed connection is tried again; doubled each time
 * @param maxBackoff the longest such pause
 * @param checkInterval how often the watches are asked, in memory, whether they work
 * @param gracePeriod how long a watch may be down, or the kubeconfig's Secret away, before the
 *     cluster counts as unreachable: a restart of its API server is no news
 * @param silenceTimeout how long a watch may be silent before it is begun again
 * @param requests what single requests may take, and when they are held back
 */
public record WorkloadClusterSettings(
    WorkloadWatches watches,
    AddressPolicy addresses,
    String process,
    Duration initialBackoff,
    Duration maxBackoff,
    Duration checkInterval,
    Duration gracePeriod,
    Duration silenceTimeout,
    CircuitBreaker.Settings requests) {

  /** Pauses of 1 to 30 s, a look each second, 10 s of grace, 90 s of patience. */
  public static final WorkloadClusterSettings DEFAULT =
      new WorkloadClusterSettings(
          WorkloadWatches.ALL,
          AddressPolicy.DEFAULT,
          "",
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(90),
          CircuitBreaker.Settings.DEFAULT);

  /** The same with other watches. */
  public WorkloadClusterSettings watching(WorkloadWatches others) {
    return new WorkloadClusterSettings(
        others,
        addresses,
        process,
        initialBackoff,
        maxBackoff,
        checkInterval,
        gracePeriod,
        silenceTimeout,
        requests);
  }

  /** The same with API servers at other addresses. */
  public WorkloadClusterSettings at(AddressPolicy others) {
    return new WorkloadClusterSettings(
        watches,
        others,
        process,
        initialBackoff,
        maxBackoff,
        checkInterval,
        gracePeriod,
        silenceTimeout,
        requests);
  }

  /** The same for one of several processes. */
  public WorkloadClusterSettings askedBy(String other) {
    return new WorkloadClusterSettings(
        watches,
        addresses,
        other,
        initialBackoff,
        maxBackoff,
        checkInterval,
        gracePeriod,
        silenceTimeout,
        requests);
  }

  /** The same with other limits for single requests. */
  public WorkloadClusterSettings requesting(CircuitBreaker.Settings others) {
    return new WorkloadClusterSettings(
        watches,
        addresses,
        process,
        initialBackoff,
        maxBackoff,
        checkInterval,
        gracePeriod,
        silenceTimeout,
        others);
  }

  /** Nodes have no namespace; of the namespaced kinds only join tokens are watched. */
  WatchSettings watchSettings() {
    WatchSettings defaults = WatchSettings.defaults();
    return new WatchSettings(
        "kube-system",
        defaults.pageSize(),
        silenceTimeout,
        initialBackoff.dividedBy(2),
        maxBackoff);
  }

  Backoff pauses() {
    return Backoff.doubling(initialBackoff, maxBackoff);
  }
}
