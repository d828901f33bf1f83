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
 * @param outage what an outage of the API server cost
 * @param capacity what it cost that the cloud had no capacity
 * @param deletion what the deletion of all pools took
 * @param memory what the manager's heap held at the end of each round
 */
record BenchResults(
    Optional<CreationFloor.Result> floor,
    List<Round> rounds,
    Optional<ManagerUsage> idle,
    Optional<ManagerUsage> restart,
    Optional<OutageRound.Result> outage,
    Optional<CapacityRound.Result> capacity,
    Optional<DeletionRound.Result> deletion,
    List<MemoryMeter.Reading> memory) {
  BenchResults {
    memory = List.copyOf(memory);
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
