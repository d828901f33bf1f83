package io.weir.clouds.scaleway.k8s;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A node as it is now. */
final class Node {
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
  @Nullable String errorMessage;

  Node(Pool pool, String id, String instanceId, String address, Instant now) {
    this.pool = pool;
    this.id = id;
    this.instanceId = instanceId;
    this.address = address;
    this.version = pool.version;
    this.createdAt = now;
    this.updatedAt = now;
    String start = "scw-" + pool.cluster.seed.name() + "-" + pool.settings.name + "-";
    String end = id.replace("-", "");
    // A Node's name is also a host name, so it ends after 63 characters.
    name = start.length() + end.length() <= 63 ? start + end : (start + end).substring(0, 63);
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

  boolean moving() {
    return !ready() && !broken();
  }
}
