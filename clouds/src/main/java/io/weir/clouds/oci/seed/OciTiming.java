package io.weir.clouds.oci.seed;

import java.time.Duration;

/**
 * How long things take, before {@link io.weir.clouds.CloudClock} scales it.
 *
 * @param launch from the wish for an instance until it runs
 * @param join from there until its node is active
 * @param drain from the order to delete a node until its instance goes
 * @param removal from there until it is gone
 * @param retry pause before an instance that could not be had is tried for again
 * @param linger how long what is deleted is still listed
 */
public record OciTiming(
    Duration launch,
    Duration join,
    Duration drain,
    Duration removal,
    Duration retry,
    Duration linger) {

  /** Quicker than Oracle Cloud by about fifty, long enough to be seen. */
  public static OciTiming standard() {
    return new OciTiming(
        Duration.ofSeconds(2),
        Duration.ofSeconds(2),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30));
  }
}
