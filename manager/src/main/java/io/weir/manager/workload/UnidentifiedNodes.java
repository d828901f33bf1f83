package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.cache.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the Nodes without an identity of an instance, as they change: hundreds of Nodes may join
 * at once, and each pass of each pool asks. Safe for concurrent use.
 */
final class UnidentifiedNodes implements Change.Listener {

  private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

  /** A kubelet with an external cloud provider sets it; whoever takes it away sets the ID. */
  private static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

  private static final Duration INITIALIZING = Duration.ofMinutes(2);

  /** Until when each is expected to get an identity; of those without one. */
  private final Map<ObjectKey, Instant> expectedUntil = new HashMap<>();

  /** How many there are for each of those times. */
  private final TreeMap<Instant, Integer> counts = new TreeMap<>();

  @Override
  public synchronized void onChange(Change change) {
    Instant before = expectedUntil.remove(change.key());
    if (before != null) {
      counts.computeIfPresent(before, (_, count) -> count == 1 ? null : count - 1);
    }
    if (!(change instanceof Change.Deleted) && isUnidentified(change.object())) {
      Instant until = expectedUntil(change.object());
      expectedUntil.put(change.key(), until);
      counts.merge(until, 1, Integer::sum);
    }
  }

  /** How many will get no identity by themselves, as nothing is to set it or has not in time. */
  synchronized int countOverdue(Instant now) {
    return counts.headMap(now, true).values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Control plane Nodes are no one's members. */
  private static boolean isUnidentified(ApiObject node) {
    return node.at("/spec/providerID").asText("").isEmpty()
        && !node.labels().containsKey(CONTROL_PLANE);
  }

  private static Instant expectedUntil(ApiObject node) {
    return WorkloadNode.taintKeys(node).contains(UNINITIALIZED)
        ? node.creationTimestamp().orElse(Instant.EPOCH).plus(INITIALIZING)
        : Instant.MIN;
  }
}
