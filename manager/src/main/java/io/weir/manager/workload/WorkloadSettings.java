package io.weir.manager.workload;

import io.weir.api.retry.BackOff;
import io.weir.kernel.cache.WatchSettings;
import java.time.Duration;

/**
 * How workload clusters are reached.
 *
 * @param firstPause before a failed connection is tried again; doubled each time
 * @param longestPause the longest such pause
 * @param look how often the watches are asked, in memory, whether they work
 * @param grace how long a watch may be down, or the kubeconfig's Secret away, before the cluster
 *     counts as unreachable: a restart of its API server is no news
 * @param patience how long a watch may be silent before it is begun again
 */
public record WorkloadSettings(
    Duration firstPause, Duration longestPause, Duration look, Duration grace, Duration patience) {

  /** Pauses of 1 to 30 s, a look each second, 10 s of grace, 90 s of patience. */
  public static final WorkloadSettings DEFAULT =
      new WorkloadSettings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(90));

  /** Nodes have no namespace; of the namespaced kinds only join tokens are watched. */
  WatchSettings watches() {
    WatchSettings defaults = WatchSettings.defaults();
    return new WatchSettings(
        "kube-system", defaults.page(), patience, firstPause.dividedBy(2), longestPause);
  }

  BackOff pauses() {
    return BackOff.doubling(firstPause, longestPause);
  }
}
