package io.weir.engine.pool;

import io.weir.engine.pool.PoolSnapshot.NodeSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many members a pool has, and in what state, counted from Nodes and never assumed. Members on
 * their way out are in none of these numbers.
 *
 * @param replicas members, as the infrastructure provider counts them
 * @param ready members whose Node is Ready
 * @param available members whose Node has been Ready for minReadySeconds and is not marked to leave
 * @param upToDate members whose kubelet runs the pool's version, every member when it names none;
 *     and no more than the provider counts, while it counts
 * @param versions kubelet versions of the members' Nodes and how many run each, ascending
 * @param requeueAfter how long until a look is worth it although nothing has changed: the next
 *     Ready member counts as available, or it may be told why a machine has no Node
 */
public record ReplicaCounts(
    int replicas,
    int ready,
    int available,
    int upToDate,
    List<KubeletVersionCount> versions,
    Optional<Duration> requeueAfter) {
  public ReplicaCounts {
    versions = List.copyOf(versions);
  }

  /** A Node that does not come tells nobody so. */
  private static final Duration WAITING_FOR_NODES = Duration.ofMinutes(1);

  /** A kubelet version and how many members run it. */
  public record KubeletVersionCount(String version, int replicas) {}

  /** How many machines are spoken of: as many as are counted, and no fewer than have Nodes. */
  int machineCount(int nodes) {
    return Math.max(replicas, nodes);
  }

  /** Counts the Nodes that belong to members which stay. */
  static ReplicaCounts of(PoolSnapshot pool, int replicas, List<NodeSnapshot> members) {
    int ready = 0;
    int available = 0;
    int upToDate = 0;
    Optional<Duration> next =
        replicas > members.size() ? Optional.of(WAITING_FOR_NODES) : Optional.empty();
    var versions = new TreeMap<String, Integer>(KubernetesVersionOrder.ASCENDING);
    for (NodeSnapshot nodeSnapshot : members) {
      versions.merge(nodeSnapshot.kubeletVersion(), 1, Integer::sum);
      boolean current =
          pool.version()
              .map(
                  wanted ->
                      KubernetesVersionOrder.isVersionOf(nodeSnapshot.kubeletVersion(), wanted))
              .orElse(true);
      upToDate += current ? 1 : 0;
      if (nodeSnapshot.isReady()) {
        ready++;
        Duration left = untilAvailable(pool, nodeSnapshot);
        available += left.isPositive() || nodeSnapshot.leaving() ? 0 : 1;
        if (left.isPositive() && next.map(n -> left.compareTo(n) < 0).orElse(true)) {
          next = Optional.of(left);
        }
      }
    }
    versions.remove("");
    int kubelets = upToDate;
    var counted = versions.entrySet().stream();
    return new ReplicaCounts(
        replicas,
        ready,
        available,
        Math.min(pool.upToDateReplicas().orElse(kubelets), kubelets),
        counted.map(entry -> new KubeletVersionCount(entry.getKey(), entry.getValue())).toList(),
        next);
  }

  private static Duration untilAvailable(PoolSnapshot pool, NodeSnapshot nodeSnapshot) {
    Instant since = nodeSnapshot.readySince().orElse(pool.now());
    return Duration.between(pool.now(), since.plusSeconds(pool.minReadySeconds()));
  }
}
