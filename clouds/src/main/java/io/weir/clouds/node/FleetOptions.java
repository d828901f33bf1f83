package io.weir.clouds.node;

import io.weir.clouds.node.kubelet.KubeletTimes;
import java.time.Duration;

/**
 * How machines behave.
 *
 * @param osBootTime from power-on until cloud-init runs
 * @param discoveryTimeout how long kubeadm looks for the cluster, unless its configuration says
 * @param bootstrapTimeout how long certificate and registration may take, unless the configuration
 *     says
 * @param retry the pause between two tries of a request that failed
 * @param readyAfter from registration to Ready
 * @param leaseInterval from one renewal of a node's Lease to the next, before jitter
 * @param statusInterval how often a node reports its status though nothing changed
 * @param requestTimeout how long a connection attempt, or a silent server, is waited for
 * @param concurrentRequests how many requests of all machines may be under way at once
 */
public record FleetOptions(
    Duration osBootTime,
    Duration discoveryTimeout,
    Duration bootstrapTimeout,
    Duration retry,
    Duration readyAfter,
    Duration leaseInterval,
    Duration statusInterval,
    Duration requestTimeout,
    int concurrentRequests) {
  // Longer than this, a thousand idle TLS connections cost more than resuming their sessions.
  private static final Duration LONGEST_IDLE = Duration.ofSeconds(30);

  /** The times of real kubeadm and kubelet; machines boot at once and are Ready a second later. */
  public static FleetOptions defaults() {
    return new FleetOptions(
        Duration.ZERO,
        Duration.ofMinutes(5),
        Duration.ofMinutes(5),
        Duration.ofSeconds(5),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        Duration.ofMinutes(5),
        Duration.ofSeconds(30),
        64);
  }

  /** These options with other times to boot and to become Ready. */
  public FleetOptions withBootTimes(Duration osBootTime, Duration readyAfter) {
    return new FleetOptions(
        osBootTime,
        discoveryTimeout,
        bootstrapTimeout,
        retry,
        readyAfter,
        leaseInterval,
        statusInterval,
        requestTimeout,
        concurrentRequests);
  }

  /** These options with other patience while joining. */
  public FleetOptions withPatience(
      Duration discoveryTimeout, Duration bootstrapTimeout, Duration retry) {
    return new FleetOptions(
        osBootTime,
        discoveryTimeout,
        bootstrapTimeout,
        retry,
        readyAfter,
        leaseInterval,
        statusInterval,
        requestTimeout,
        concurrentRequests);
  }

  /** These options with another interval between renewals of a Lease. */
  public FleetOptions withLeaseInterval(Duration leaseInterval) {
    return new FleetOptions(
        osBootTime,
        discoveryTimeout,
        bootstrapTimeout,
        retry,
        readyAfter,
        leaseInterval,
        statusInterval,
        requestTimeout,
        concurrentRequests);
  }

  KubeletTimes kubeletTimes(Duration bootstrapTimeout) {
    return new KubeletTimes(
        bootstrapTimeout,
        retry,
        readyAfter,
        leaseInterval,
        statusInterval,
        leaseInterval.compareTo(LONGEST_IDLE) <= 0);
  }
}
