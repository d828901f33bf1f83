package io.weir.sandbox.once;

import io.weir.api.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Follows pools from their first sight to the end of their way, and tells what has changed; pure.
 * The end is not only what the manager says: as many Nodes as wanted must be there, be Ready, and
 * be machines that the pool names.
 */
final class PoolProgress {
  private final Set<ObjectKey> expected;
  private final Map<ObjectKey, PoolSummary> pools = new TreeMap<>();
  private final Map<ObjectKey, String> reported = new LinkedHashMap<>();
  private final Map<String, NodeSummary> nodes = new TreeMap<>();

  /**
   * A story that has not begun.
   *
   * @param expected the pools that matter
   */
  PoolProgress(Set<ObjectKey> expected) {
    this.expected = Set.copyOf(expected);
  }

  /** A pool as it is now; what is new about it. */
  List<String> updatePool(PoolSummary pool) {
    if (!expected.contains(pool.key())) {
      return List.of();
    }
    pools.put(pool.key(), pool);
    return changes();
  }

  /** A Node as it is now; what is new about it and the pools. */
  List<String> updateNode(NodeSummary node) {
    NodeSummary before = nodes.put(node.name(), node);
    if (before == null) {
      return with("Node %s has joined".formatted(node.name()));
    }
    if (node.ready() == before.ready()) {
      return changes();
    }
    return with("Node %s is %s".formatted(node.name(), node.ready() ? "Ready" : "not Ready"));
  }

  /** A Node that is gone. */
  List<String> removeNode(String name) {
    return nodes.remove(name) == null ? List.of() : with("Node %s is gone".formatted(name));
  }

  /** Whether every pool is Running with as many Ready Nodes as it wants, and no machine more. */
  boolean isFinished() {
    return pools.keySet().equals(expected)
        && pools.values().stream()
            .allMatch(
                pool ->
                    pool.phase().equals("Running")
                        && pool.replicas() == pool.desired()
                        && pool.providerIds().size() == pool.desired()
                        && ready(pool) == pool.desired());
  }

  /** Where the pools stand, a line each. */
  List<String> summary() {
    return pools.values().stream().map(this::line).toList();
  }

  private List<String> with(String line) {
    List<String> changes = changes();
    return changes.isEmpty() ? List.of(line) : List.of(line, changes.getFirst());
  }

  /** The first pool whose line is another than it was; one sight changes no more than one pool. */
  private List<String> changes() {
    for (PoolSummary pool : pools.values()) {
      String line = line(pool);
      if (!Objects.equals(reported.put(pool.key(), line), line)) {
        return List.of(line);
      }
    }
    return List.of();
  }

  private String line(PoolSummary pool) {
    return "MachinePool %s: %s, %d of %d replicas, %d of %d Nodes Ready"
        .formatted(
            pool.key().name(),
            pool.phase().isEmpty() ? "no phase yet" : pool.phase(),
            pool.replicas(),
            pool.desired(),
            ready(pool),
            pool.desired());
  }

  private long ready(PoolSummary pool) {
    return nodes.values().stream()
        .filter(node -> node.ready() && pool.providerIds().contains(node.providerId()))
        .count();
  }
}
