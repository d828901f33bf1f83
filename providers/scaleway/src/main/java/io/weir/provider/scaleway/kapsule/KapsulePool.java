package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A pool as Kapsule shows it.
 *
 * @param id its ID
 * @param name its name; others of the cluster may have the same
 * @param status such as {@code ready}
 * @param version its version of Kubernetes
 * @param size how many nodes it is to have
 * @param settings what it was made with, by the names on the wire; not to be changed
 * @param error what is wrong with it; empty if nothing is
 */
public record KapsulePool(
    String id,
    String name,
    String status,
    String version,
    int size,
    ObjectNode settings,
    String error) {
  private static final List<String> CHANGING =
      List.of("updated_at", "status", "version", "size", "error_message");
  private static final Set<String> MOVING = Set.of("scaling", "upgrading", "deleting");

  static KapsulePool of(JsonNode wire) {
    ObjectNode settings = wire.deepCopy();
    settings.remove(CHANGING);
    return new KapsulePool(
        wire.path("id").asText(),
        wire.path("name").asText(),
        wire.path("status").asText(),
        wire.path("version").asText(),
        wire.path("size").asInt(),
        settings,
        wire.path("error_message").asText(""));
  }

  /** Its tags, in order. */
  public Set<String> tags() {
    var tags = new TreeSet<String>();
    settings.path("tags").forEach(tag -> tags.add(tag.asText()));
    return tags;
  }

  /** Whether its own autoscaler sizes it. */
  public boolean autoscaling() {
    return settings.path("autoscaling").asBoolean();
  }

  /** Whether it is on its way out. */
  public boolean leaving() {
    return status.equals("deleting") || status.equals("deleted");
  }

  public boolean locked() {
    return status.equals("locked");
  }

  /** Whether its nodes are being replaced; it cannot be sized meanwhile. */
  public boolean upgrading() {
    return status.equals("upgrading");
  }

  /** Whether it will be something else soon. A warning is nothing that passes. */
  public boolean moving() {
    return MOVING.contains(status);
  }
}
