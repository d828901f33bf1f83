package io.weir.bench;

import io.weir.sandbox.usage.ManagerUsage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What was measured.
 *
 * @param rounds pools created at once, in the order of their creation
 * @param idle what time alone costs
 * @param restart what a restart costs
 */
record BenchResults(
    List<Round> rounds, Optional<ManagerUsage> idle, Optional<ManagerUsage> restart) {
  BenchResults {
    rounds = List.copyOf(rounds);
  }

  /**
   * Pools that were created at once.
   *
   * @param title what the round is called
   * @param pools how many
   * @param milestones how long things took from the first creation
   * @param measured from the first creation until the manager was quiet again
   */
  record Round(String title, int pools, Milestones milestones, ManagerUsage measured) {}

  /**
   * When the last pool was how far. Between the last write and the last ready machine lies what the
   * cloud and the machines need themselves.
   *
   * @param cloudWrites the last write in the cloud
   * @param nodes the last Ready Node, to the second
   * @param running the last pool to run
   */
  record Milestones(Duration cloudWrites, Duration nodes, Duration running) {}
}
