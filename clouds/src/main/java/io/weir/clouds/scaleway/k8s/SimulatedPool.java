package io.weir.clouds.scaleway.k8s;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool as it is now. */
final class SimulatedPool {
  static final String EXTERNAL = "external";

  final SimulatedCluster cluster;
  final String id;
  final Instant createdAt;
  final List<SimulatedNode> nodes = new ArrayList<>();
  PoolSettings settings;
  Instant updatedAt;
  String version;
  boolean locked;
  boolean deleting;
  boolean upgrading;

  SimulatedPool(SimulatedCluster simulatedCluster, String id, PoolSettings settings, Instant now) {
    this.cluster = simulatedCluster;
    this.id = id;
    this.settings = settings;
    this.createdAt = now;
    this.updatedAt = now;
    this.version = simulatedCluster.version;
  }

  /** What it is doing: a broken node is only told of when nothing moves any more. */
  String status() {
    if (locked) {
      return "locked";
    }
    if (deleting) {
      return "deleting";
    }
    if (upgrading) {
      return "upgrading";
    }
    if (nodes.stream().anyMatch(SimulatedNode::isInTransition)
        || remainingCount() != settings.size) {
      return "scaling";
    }
    return nodes.stream().anyMatch(SimulatedNode::isBroken) ? "warning" : "ready";
  }

  @Nullable String errorMessage() {
    return nodes.stream()
        .map(simulatedNode -> simulatedNode.errorMessage)
        .filter(message -> message != null)
        .findFirst()
        .orElse(null);
  }

  /** Nodes that are to stay, ready or not. */
  int remainingCount() {
    return (int) nodes.stream().filter(simulatedNode -> !simulatedNode.isDeleting()).count();
  }

  List<SimulatedNode> remainingNodes() {
    return nodes.stream().filter(simulatedNode -> !simulatedNode.isDeleting()).toList();
  }
}
