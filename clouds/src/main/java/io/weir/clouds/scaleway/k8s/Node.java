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
  boolean instance;
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
    String start = "scw-" + part(pool.cluster.seed.name()) + "-" + part(pool.settings.name) + "-";
    String whole = start + id.replace("-", "");
    name = whole.substring(0, Math.min(whole.length(), LONGEST_NAME));
  }

  // As recorded answers of the real API show it.
  private static String part(String name) {
    return name.substring(0, Math.min(name.length(), LONGEST_PART));
  }

  /** The id of the Node; there is none before there is an instance. */
  String providerId() {
    return instance ? "scaleway://instance/" + pool.settings.zone + "/" + instanceId : "";
  }

  void become(String newStatus, Instant now) {
    status = newStatus;
    updatedAt = now;
  }

  boolean is(String one) {
    return status.equals(one);
  }

  boolean leaving() {
    return is("deleting");
  }

  boolean ready() {
    return is("ready");
  }

  boolean broken() {
    return is("creation_error") || (lost && is("not_ready"));
  }

  /** How far it is, for those who do not know Kapsule's words. */
  InstanceState.Stage stage() {
    if (leaving()) {
      return InstanceState.Stage.LEAVING;
    }
    if (lost || broken()) {
      return InstanceState.Stage.BROKEN;
    }
    return ready() || is("upgrading") ? InstanceState.Stage.RUNNING : InstanceState.Stage.COMING;
  }

  /** The state of its instance, which Kapsule learns of later. */
  String instanceState() {
    return lost && !leaving() ? "stopped" : status;
  }

  /** Whether its pool still waits for it; once it is drained, nobody waits for its end. */
  boolean moving() {
    return leaving() ? draining : !ready() && !broken();
  }
}
