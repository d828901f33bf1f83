package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.site.LongOperation;
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

  /** The latest update of the control plane; null before the first. */
  @Nullable LongOperation update;

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
    if (isUpdating()) {
      return "updating";
    }
    return pools.isEmpty() ? "pool_required" : "ready";
  }

  boolean isUpdating() {
    return update != null && update.isActive();
  }

  int nodeCount() {
    return pools.stream().mapToInt(simulatedPool -> simulatedPool.nodes.size()).sum();
  }

  boolean isLocked() {
    return status().equals("locked");
  }
}
