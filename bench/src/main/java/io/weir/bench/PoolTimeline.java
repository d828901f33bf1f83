package io.weir.bench;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When each pool of a round was how far, counted from the round's beginning. Safe for concurrent
 * use.
 */
final class PoolTimeline {

  /** What happens to a pool, in the order in which it happens to a pool that is alone. */
  enum Milestone {
    /** The answer to the creation of its last object. */
    CREATED("last object created"),
    /** The KubeadmConfig says that its data is there. */
    BOOTSTRAP_DATA("bootstrap data ready"),
    /** The last call that changed something in the cloud and named the pool. */
    CLOUD_WRITTEN("last write in the cloud"),
    /** The infrastructure pool lists as many instances as are wanted. */
    INSTANCES("all instances listed"),
    /** The last of its Nodes is Ready. */
    NODES_READY("last Node Ready"),
    /** The MachinePool is Running. */
    RUNNING("Running");

    private final String title;

    Milestone(String title) {
      this.title = title;
    }

    /** As people read it. */
    String title() {
      return title;
    }
  }

  /**
   * Where the pools of a round stood.
   *
   * @param first when the first pool was so far
   * @param median when half of the pools were
   * @param last when all were
   */
  record Spread(Duration first, Duration median, Duration last) {}

  private final Map<Milestone, Map<String, Duration>> moments = new EnumMap<>(Milestone.class);

  /** Notes that a pool is so far; only the first time counts. */
  synchronized void reach(Milestone milestone, String pool, Duration at) {
    moments.computeIfAbsent(milestone, _ -> new HashMap<>()).putIfAbsent(pool, at);
  }

  /** Notes that a pool is so far; the last time counts. */
  synchronized void reachAgain(Milestone milestone, String pool, Duration at) {
    moments.computeIfAbsent(milestone, _ -> new HashMap<>()).merge(pool, at, PoolTimeline::later);
  }

  private static Duration later(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** How the pools are spread over a milestone; empty if none was so far. */
  synchronized Optional<Spread> spread(Milestone milestone) {
    List<Duration> sorted =
        moments.getOrDefault(milestone, Map.of()).values().stream().sorted().toList();
    return sorted.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Spread(sorted.getFirst(), sorted.get((sorted.size() - 1) / 2), sorted.getLast()));
  }
}
