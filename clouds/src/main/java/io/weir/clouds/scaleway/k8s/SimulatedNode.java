package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.InstanceState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A node as it is now. */
final class SimulatedNode {
  private static final int LONGEST_PART = 17;
  private static final int LONGEST_NAME = 46;

  final SimulatedPool pool;
  final String id;
  final String instanceId;
  final String name;
  final String version;
  final String address;
  final Instant createdAt;
  Instant updatedAt;
  String status = "creating";
  boolean hasInstance;
  boolean running;
  boolean lost;
  boolean draining;
  @Nullable String errorMessage;

  SimulatedNode(
      SimulatedPool simulatedPool,
      String id,
      String instanceId,
      String address,
      String version,
      Instant createdAt) {
    this.pool = simulatedPool;
    this.id = id;
    this.instanceId = instanceId;
    this.address = address;
    this.version = version;
    this.createdAt = createdAt;
    this.updatedAt = createdAt;
    String start =
        "scw-"
            + part(simulatedPool.cluster.spec.name())
            + "-"
            + part(simulatedPool.settings.name)
            + "-";
    String whole = start + id.replace("-", "");
    name = whole.substring(0, Math.min(whole.length(), LONGEST_NAME));
  }

  // As recorded answers of the real API show it.
  private static String part(String name) {
    return name.substring(0, Math.min(name.length(), LONGEST_PART));
  }

  /** The id of the Node; there is none before there is an instance. */
  String providerId() {
    return hasInstance ? "scaleway://instance/" + pool.settings.zone + "/" + instanceId : "";
  }

  void setStatus(String newStatus, Instant now) {
    status = newStatus;
    updatedAt = now;
  }

  boolean hasStatus(String one) {
    return status.equals(one);
  }

  boolean isDeleting() {
    return hasStatus("deleting");
  }

  boolean isReady() {
    return hasStatus("ready");
  }

  boolean isBroken() {
    return hasStatus("creation_error") || (lost && hasStatus("not_ready"));
  }

  /** How far it is, for those who do not know Kapsule's words. */
  InstanceState.Phase phase() {
    if (isDeleting()) {
      return InstanceState.Phase.TERMINATING;
    }
    if (lost || isBroken()) {
      return InstanceState.Phase.FAILED;
    }
    return isReady() || hasStatus("upgrading")
        ? InstanceState.Phase.RUNNING
        : InstanceState.Phase.PENDING;
  }

  /** The state of its instance, which Kapsule learns of later. */
  String instanceState() {
    return lost && !isDeleting() ? "stopped" : status;
  }

  /** Whether its pool still waits for it; once it is drained, nobody waits for its end. */
  boolean isInTransition() {
    return isDeleting() ? draining : !isReady() && !isBroken();
  }
}
