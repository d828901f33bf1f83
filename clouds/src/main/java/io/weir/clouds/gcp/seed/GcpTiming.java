package io.weir.clouds.gcp.seed;

import java.time.Duration;

/**
 * How long things take.
 *
 * @param operation until a request is carried out
 * @param allocation from the wish for a machine until there is one, or an error
 * @param boot from then until its operating system runs
 * @param deletion how long it takes to delete a machine
 * @param retry until a machine is tried again that could not be had
 * @param retention how long an operation can be followed after its end
 */
public record GcpTiming(
    Duration operation,
    Duration allocation,
    Duration boot,
    Duration deletion,
    Duration retry,
    Duration retention) {

  /** As long as Google takes, roughly. */
  public static GcpTiming real() {
    return new GcpTiming(
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        Duration.ofSeconds(40),
        Duration.ofSeconds(30),
        Duration.ofHours(1));
  }

  /** Quicker than Google by about ten, long enough to be seen. */
  public static GcpTiming standard() {
    return new GcpTiming(
        Duration.ofMillis(300),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(2),
        Duration.ofSeconds(3),
        Duration.ofHours(1));
  }
}
