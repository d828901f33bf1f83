package io.weir.clouds.scaleway.seed;

import java.time.Duration;

/**
 * How long things take, before {@link io.weir.clouds.CloudClock} scales it.
 *
 * @param placement from the wish for a node until its instance exists
 * @param boot from there until the operating system runs
 * @param join from there until the node is ready
 * @param drain from the order to delete or replace a node until its workload is elsewhere
 * @param removal from there until its instance is gone
 * @param healthCheck from the end of an instance until Kapsule notices
 * @param healing from there until autohealing replaces the node
 * @param retry pause before an instance that could not be had is tried for again
 * @param clusterChange how long a cluster's control plane takes for an update
 */
public record KapsuleTiming(
    Duration placement,
    Duration boot,
    Duration join,
    Duration drain,
    Duration removal,
    Duration healthCheck,
    Duration healing,
    Duration retry,
    Duration clusterChange) {

  /** Quicker than Kapsule by about fifty, long enough to be seen. */
  public static KapsuleTiming standard() {
    return new KapsuleTiming(
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofMillis(1500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(3));
  }
}
