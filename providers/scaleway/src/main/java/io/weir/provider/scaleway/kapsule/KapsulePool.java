package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.http.JsonFields;
import java.util.Locale;
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
 * @param settings all its fields, by the names on the wire; not to be changed
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
  private static final Set<String> MOVING = Set.of("scaling", "upgrading", "deleting");

  /** A pool as an answer of Kapsule has it. */
  public static KapsulePool of(JsonNode wire) {
    ObjectNode settings = wire.deepCopy();
    // All else that changes by itself says something.
    settings.remove("updated_at");
    return new KapsulePool(
        wire.path("id").asText(),
        wire.path("name").asText(),
        wire.path("status").asText(),
        wire.path("version").asText(),
        wire.path("size").asInt(),
        settings,
        wire.path("error_message").asText(""));
  }

  /** Those of the wanted fields that it has otherwise. */
  public ObjectNode differingFields(ObjectNode wanted) {
    return JsonFields.differingFields(wanted, settings, KapsulePool::same);
  }

  private static boolean same(String field, JsonNode wanted, JsonNode has) {
    return switch (field) {
      case "tags" -> texts(wanted).equals(texts(has));
      case "upgrade_policy" ->
          wanted.propertyStream().allMatch(each -> each.getValue().equals(has.path(each.getKey())));
      // Written GP1-XS, given back gp1_xs.
      case "node_type" -> spelled(wanted).equals(spelled(has));
      default -> wanted.equals(has);
    };
  }

  private static String spelled(JsonNode type) {
    return type.asText().toLowerCase(Locale.ROOT).replace('-', '_');
  }

  private static Set<String> texts(JsonNode list) {
    return new TreeSet<>(list.valueStream().map(JsonNode::asText).toList());
  }

  /** Its tags, in order. */
  public Set<String> tags() {
    return texts(settings.path("tags"));
  }

  /** Whether its own autoscaler sizes it. */
  public boolean isAutoscaling() {
    return settings.path("autoscaling").asBoolean();
  }

  /** Whether it is on its way out. */
  public boolean isDeleting() {
    return status.equals("deleting") || status.equals("deleted");
  }

  public boolean isLocked() {
    return status.equals("locked");
  }

  /** Whether its nodes are being replaced; it cannot be sized meanwhile. */
  public boolean isUpgrading() {
    return status.equals("upgrading");
  }

  /** Whether it will be something else soon. A warning is nothing that passes. */
  public boolean isChanging() {
    return MOVING.contains(status);
  }
}
