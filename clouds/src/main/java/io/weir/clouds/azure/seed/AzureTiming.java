package io.weir.clouds.azure.seed;

import java.time.Duration;

/**
 * How long things take.
 *
 * @param change until a request is carried out that makes no machine
 * @param allocation from the wish for a machine until hardware is found for it, or not
 * @param boot from then until its operating system runs
 * @param provisioning from then until its agent has reported
 * @param extension how long each extension runs
 * @param deletion how long it takes to delete a machine
 * @param replication until everybody in the directory knows of a new identity
 * @param retention how long an operation can be followed after its end
 * @param limits what the published limits of calls are multiplied by; 1 for the truth
 */
public record AzureTiming(
    Duration change,
    Duration allocation,
    Duration boot,
    Duration provisioning,
    Duration extension,
    Duration deletion,
    Duration replication,
    Duration retention,
    double limits) {

  /** As long as Azure takes, roughly. */
  public static AzureTiming real() {
    return new AzureTiming(
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(20),
        Duration.ofHours(1),
        1);
  }

  /** Quicker than Azure by about ten, long enough to be seen. */
  public static AzureTiming standard() {
    return new AzureTiming(
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(2),
        Duration.ofSeconds(1),
        Duration.ofHours(1),
        10);
  }
}
