package io.weir.bench;

import io.weir.sandbox.usage.ManagerUsage;
import java.util.List;
import java.util.Optional;

/**
 * What was measured.
 *
 * @param floor how fast as many objects are created that nobody works on
 * @param rounds pools created at once, in the order of their creation
 * @param idle what time alone costs
 * @param restart what a restart costs
 * @param deletion what the deletion of all pools took
 */
record BenchResults(
    Optional<CreationFloor.Result> floor,
    List<Round> rounds,
    Optional<ManagerUsage> idle,
    Optional<ManagerUsage> restart,
    Optional<DeletionRound.Result> deletion) {
  BenchResults {
    rounds = List.copyOf(rounds);
  }

  /**
   * Pools that were created at once.
   *
   * @param title what the round is called
   * @param pools how many
   * @param timeline when they were how far
   * @param measured from the first creation until the manager was quiet again
   */
  record Round(String title, int pools, PoolTimeline timeline, ManagerUsage measured) {}
}
