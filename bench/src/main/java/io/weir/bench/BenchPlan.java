package io.weir.bench;

import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.node.FleetOptions;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.cloud.aws.AwsWorld;
import java.time.Duration;

/**
 * What is measured.
 *
 * @param pools created at once
 * @param replicas machines in each pool
 * @param clusters that they are spread over
 * @param additionalPools further pools created at once on top; 0 for none
 * @param idle how long time alone is watched; zero for not
 * @param restart whether a restart is counted
 * @param floor whether it is measured how fast the API server takes such objects by itself
 * @param outage whether the API server is killed and started again
 * @param noCapacity for how long the cloud has no capacity; zero for not
 * @param deletion whether all pools are deleted at the end
 * @param memory whether the manager's heap is read at the end of each round
 * @param contract the version of Cluster API's kinds that is written
 * @param timeout how long pools may take to run
 */
record BenchPlan(
    int pools,
    int replicas,
    int clusters,
    int additionalPools,
    Duration idle,
    boolean restart,
    boolean floor,
    boolean outage,
    Duration noCapacity,
    boolean deletion,
    boolean memory,
    PoolContract contract,
    Duration timeout) {
  BenchPlan {
    if (pools < 1 || additionalPools < 0 || replicas < 1 || replicas > 10) {
      throw new IllegalArgumentException(
          "there must be 1 pool or more, with 1 to 10 machines each");
    }
    if (clusters < 1) {
      throw new IllegalArgumentException("--clusters must be 1 or more");
    }
  }

  /** Pools created at once in the stored version, and nothing else. */
  static BenchPlan of(int pools, int replicas, Duration timeout) {
    return new BenchPlan(
        pools,
        replicas,
        1,
        0,
        Duration.ZERO,
        false,
        false,
        false,
        Duration.ZERO,
        false,
        false,
        PoolContract.V1BETA2,
        timeout);
  }

  /** And a restart of the manager. */
  BenchPlan withRestart() {
    return new BenchPlan(
        pools,
        replicas,
        clusters,
        additionalPools,
        idle,
        true,
        floor,
        outage,
        noCapacity,
        deletion,
        memory,
        contract,
        timeout);
  }

  /** And time in which nothing happens. */
  BenchPlan withIdle(Duration time) {
    return new BenchPlan(
        pools,
        replicas,
        clusters,
        additionalPools,
        time,
        restart,
        floor,
        outage,
        noCapacity,
        deletion,
        memory,
        contract,
        timeout);
  }

  /**
   * The stack that is measured on. The manager is as it ships; the cloud is quick and the machines
   * are quiet, so that what they do by themselves takes little of the processors that both share.
   */
  static SandboxOptions sandboxOptions() {
    AwsTiming standard = AwsTiming.standard();
    return SandboxOptions.defaults()
        .withManagerArguments("--watch-filter=" + BenchedObjects.LABEL_VALUE)
        .with(
            AwsWorld.ofExample()
                .with(
                    new AwsTiming(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        standard.healthCheck(),
                        standard.firstRetry(),
                        standard.longestRetry(),
                        standard.refreshStep(),
                        standard.refreshTimeout(),
                        standard.retention())))
        .with(
            FleetOptions.defaults()
                .withBootTimes(Duration.ofSeconds(1), Duration.ofMillis(500))
                .withLeaseInterval(Duration.ofMinutes(10)));
  }
}
