package io.weir.clouds.scaleway.k8s;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cluster as it is now. */
final class SimulatedCluster {
  final String id;
  final ClusterSpec spec;
  final String organizationId;
  final Instant createdAt;
  final List<SimulatedPool> pools = new ArrayList<>();
  Instant updatedAt;
  String version;
  @Nullable String forcedStatus;
  boolean updating;

  /** Whether its pools are upgraded at the end of the update. */
  boolean upgradesPools;

  SimulatedCluster(String id, ClusterSpec seed, String organizationId, Instant now) {
    this.id = id;
    this.spec = seed;
    this.organizationId = organizationId;
    this.createdAt = now;
    this.updatedAt = now;
    this.version = seed.version();
  }

  String status() {
    if (forcedStatus != null) {
      return forcedStatus;
    }
    if (updating) {
      return "updating";
    }
    return pools.isEmpty() ? "pool_required" : "ready";
  }

  int nodeCount() {
    return pools.stream().mapToInt(simulatedPool -> simulatedPool.nodes.size()).sum();
  }

  boolean isLocked() {
    return status().equals("locked");
  }
}
