package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.InstanceState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A node as it is now. */
final class Node {
  private static final int LONGEST_PART = 17;
  private static final int LONGEST_NAME = 46;

  final Pool pool;
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

  Node(Pool pool, String id, String instanceId, String address, String version, Instant createdAt) {
    this.pool = pool;
    this.id = id;
    this.instanceId = instanceId;
    this.address = address;
    this.version = version;
    this.createdAt = createdAt;
    this.updatedAt = createdAt;
    String start = "scw-" + part(pool.cluster.spec.name()) + "-" + part(pool.settings.name) + "-";
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
  InstanceState.Stage stage() {
    if (isDeleting()) {
      return InstanceState.Stage.LEAVING;
    }
    if (lost || isBroken()) {
      return InstanceState.Stage.BROKEN;
    }
    return isReady() || hasStatus("upgrading")
        ? InstanceState.Stage.RUNNING
        : InstanceState.Stage.COMING;
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
