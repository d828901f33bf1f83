package io.weir.clouds.aws.world;

import java.time.Duration;

/**
 * How long things take, before {@link io.weir.clouds.CloudTime} scales it.
 *
 * @param boot from the launch to a running instance
 * @param shutdown from the order to terminate to a terminated instance
 * @param healthCheck from the end of an instance to the moment its group notices
 * @param firstRetry pause after a failed launch; it doubles with each further failure
 * @param longestRetry where it stops doubling
 * @param refreshStep until an instance refresh starts, or stops once cancelled
 * @param refreshPatience how long an instance refresh waits for its next instance before it fails
 * @param remembered how long a terminated instance stays visible
 * @param warmup share of an instance warm-up that is really waited for, 1 for all of it
 */
public record Timing(
    Duration boot,
    Duration shutdown,
    Duration healthCheck,
    Duration firstRetry,
    Duration longestRetry,
    Duration refreshStep,
    Duration refreshPatience,
    Duration remembered,
    double warmup) {

  /** The same, with the short warm-up of {@link #standard}. */
  public Timing(
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
  public Timing withWarmup(double share) {
    return new Timing(
        boot,
        shutdown,
        healthCheck,
        firstRetry,
        longestRetry,
        refreshStep,
        refreshPatience,
        remembered,
        share);
  }

  /** Quicker than AWS by about ten, long enough to be seen. */
  public static Timing standard() {
    return new Timing(
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
