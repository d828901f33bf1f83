package io.weir.clouds.aws.seed;

import java.time.Duration;

/**
 * How long things take, before {@link io.weir.clouds.CloudClock} scales it.
 *
 * @param boot from the launch to a running instance
 * @param shutdown from the order to terminate to a terminated instance
 * @param healthCheck from the end of an instance to the moment its group notices
 * @param firstRetry pause after a failed launch; it doubles with each further failure
 * @param longestRetry where it stops doubling
 * @param refreshStep until an instance refresh starts, or stops once cancelled
 * @param refreshTimeout how long an instance refresh waits for its next instance before it fails
 * @param retention how long a terminated instance stays visible
 * @param warmup share of an instance warm-up that is really waited for, 1 for all of it
 */
public record AwsTiming(
    Duration boot,
    Duration shutdown,
    Duration healthCheck,
    Duration firstRetry,
    Duration longestRetry,
    Duration refreshStep,
    Duration refreshTimeout,
    Duration retention,
    double warmup) {

  /** The same, with the short warm-up of {@link #standard}. */
  public AwsTiming(
      Duration boot,
      Duration shutdown,
      Duration healthCheck,
      Duration firstRetry,
      Duration longestRetry,
      Duration refreshStep,
      Duration refreshPatience,
      Duration remembered) {
    this(
        boot,
        shutdown,
        healthCheck,
        firstRetry,
        longestRetry,
        refreshStep,
        refreshPatience,
        remembered,
        SHORT);
  }

  /** The usual five minutes last three seconds. */
  private static final double SHORT = 0.01;

  /** The same with this share of warm-ups. */
  public AwsTiming withWarmup(double share) {
    return new AwsTiming(
        boot,
        shutdown,
        healthCheck,
        firstRetry,
        longestRetry,
        refreshStep,
        refreshTimeout,
        retention,
        share);
  }

  /** Quicker than AWS by about ten, long enough to be seen. */
  public static AwsTiming standard() {
    return new AwsTiming(
        Duration.ofSeconds(3),
        Duration.ofSeconds(2),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofMinutes(5),
        Duration.ofSeconds(1),
        Duration.ofHours(1),
        Duration.ofHours(1));
  }
}
