package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.http.JsonHttpClient;
import java.util.List;
import java.util.Set;

/**
 * A node pool as OKE shows it.
 *
 * @param id OCID
 * @param name its name; others may have the same
 * @param state such as {@code ACTIVE}
 * @param settings all fields but the nodes
 * @param nodes its nodes
 * @param etag what a write for just this state names
 */
public record NodePool(
    String id, String name, String state, ObjectNode settings, List<OkeNode> nodes, String etag) {

  /** What a node pool is while its nodes come, go or are replaced. */
  static final String UPDATING = "UPDATING";

  private static final Set<String> GOING = Set.of("DELETING", "DELETED");
  private static final Set<String> CHANGEABLE = Set.of("ACTIVE", "NEEDS_ATTENTION", "INACTIVE");
  private static final Set<String> TROUBLED = Set.of("NEEDS_ATTENTION", "INACTIVE", "FAILED");

  public NodePool {
    nodes = List.copyOf(nodes);
  }

  /** A node pool as an answer of OKE has it. */
  public static NodePool of(JsonNode wire, String etag) {
    ObjectNode settings = wire.deepCopy();
    settings.remove("nodes");
    return new NodePool(
        wire.path("id").asText(""),
        wire.path("name").asText(""),
        wire.path("lifecycleState").asText(""),
        settings,
        wire.path("nodes").valueStream().map(OkeNode::of).toList(),
        etag);
  }

  /** The same, as an answer with its headers has it. */
  public static NodePool of(JsonHttpClient.JsonResponse answer) {
    return of(answer.body(), answer.header("etag").orElse(""));
  }

  /** Settings of the nodes. */
  JsonNode nodeConfig() {
    return settings.path("nodeConfigDetails");
  }

  /** How many nodes were asked for. */
  int size() {
    return nodeConfig().path("size").asInt();
  }

  /** Version of new nodes, such as {@code v1.33.1}. */
  String version() {
    return settings.path("kubernetesVersion").asText("");
  }

  /** Shape of new nodes. */
  String shape() {
    return settings.path("nodeShape").asText("");
  }

  /** OCID of the image of new nodes. */
  String imageId() {
    return settings.path("nodeSourceDetails").path("imageId").asText("");
  }

  /** The value of a freeform tag; empty without it. */
  String tag(String key) {
    return settings.path("freeformTags").path(key).asText("");
  }

  /** Whether it is on its way out. */
  boolean isDeleting() {
    return GOING.contains(state);
  }

  /** Whether it is gone: OKE lists such pools for a while. */
  public boolean isDeleted() {
    return state.equals("DELETED");
  }

  /**
   * Whether OKE takes a change now. A pool that waits for nodes which cannot be made would wait
   * forever if nothing could be changed meanwhile.
   */
  boolean isChangeable() {
    return CHANGEABLE.contains(state)
        || (state.equals(UPDATING) && nodes.stream().anyMatch(node -> !node.error().isEmpty()));
  }

  /** Whether OKE takes the deletion of a node now. */
  boolean canLoseNodes() {
    return isChangeable() || state.equals(UPDATING);
  }

  /** Whether OKE replaces nodes that differ from it. */
  boolean isCycling() {
    return settings.path("nodePoolCyclingDetails").path("isNodeCyclingEnabled").asBoolean(false);
  }

  /** Whether it will be something else soon. */
  boolean isChanging() {
    return state.equals("CREATING")
        || state.equals(UPDATING)
        || state.equals("DELETING")
        || nodes.stream().anyMatch(OkeNode::isChanging);
  }

  /** What OKE says of its state, if that needs people; empty if it does not. */
  String trouble() {
    String details = settings.path("lifecycleDetails").asText("");
    return TROUBLED.contains(state)
        ? "the node pool is %s%s".formatted(state, details.isEmpty() ? "" : ": " + details)
        : "";
  }

  private NodePool in(String other) {
    return new NodePool(id, name, other, settings, nodes, "");
  }

  /** The same on its way out. */
  public NodePool deleting() {
    return in("DELETING");
  }

  /** The same while OKE brings it to these fields. */
  public NodePool updating(ObjectNode fields) {
    return with(fields).in(UPDATING);
  }

  /** The same while OKE brings it to this size. */
  public NodePool resizing(int size) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.putObject("nodeConfigDetails").put("size", size);
    return updating(fields);
  }

  /** The same with these fields, as a write has them. */
  public NodePool with(ObjectNode fields) {
    ObjectNode changed = settings.deepCopy();
    fields
        .properties()
        .forEach(
            field -> {
              if (field.getKey().equals("nodeConfigDetails")
                  && field.getValue() instanceof ObjectNode part) {
                changed.withObject("/nodeConfigDetails").setAll(part);
              } else {
                changed.set(field.getKey(), field.getValue());
              }
            });
    return new NodePool(id, name, state, changed, nodes, "");
  }

  /** The same while a node goes. */
  public NodePool withoutNode(String node, boolean shrink) {
    ObjectNode changed = settings.deepCopy();
    if (shrink) {
      changed.withObject("/nodeConfigDetails").put("size", Math.max(0, size() - 1));
    }
    return new NodePool(
        id,
        name,
        UPDATING,
        changed,
        nodes.stream().map(each -> each.id().equals(node) ? each.deleting() : each).toList(),
        "");
  }
}
