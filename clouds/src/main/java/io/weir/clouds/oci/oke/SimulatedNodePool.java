package io.weir.clouds.oci.oke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A node pool as it is now. */
final class SimulatedNodePool {
  private static final List<String> CYCLED =
      List.of(
          "kubernetesVersion",
          "nodeSourceDetails",
          "nodeShape",
          "nodeShapeConfig",
          "nodeMetadata",
          "sshPublicKey",
          "initialNodeLabels");

  /** As the API shows it, without its nodes. */
  final ObjectNode shown;

  final List<SimulatedNode> nodes = new ArrayList<>();

  /** Whether nodes of other settings are being replaced. */
  boolean cycling;

  private int changes;

  SimulatedNodePool(ObjectNode shown) {
    this.shown = shown;
  }

  String id() {
    return text("id");
  }

  String name() {
    return text("name");
  }

  String text(String field) {
    return shown.path(field).asText("");
  }

  String state() {
    return text("lifecycleState");
  }

  boolean is(String state) {
    return state().equals(state);
  }

  void setState(String state) {
    if (!is(state)) {
      shown.put("lifecycleState", state);
      changed();
    }
  }

  /** Makes the next etag another one. */
  void changed() {
    changes++;
  }

  String etag() {
    return "%s-%d".formatted(id().substring(id().length() - 8), changes);
  }

  ObjectNode config() {
    return shown.withObject("/nodeConfigDetails");
  }

  int size() {
    return config().path("size").asInt();
  }

  /** What a node that is made now is made from. */
  JsonNode model() {
    ObjectNode model = JsonNodeFactory.instance.objectNode();
    CYCLED.forEach(field -> model.set(field, shown.path(field).deepCopy()));
    return model;
  }

  List<SimulatedNode> staying() {
    return nodes.stream().filter(node -> !node.is("DELETING")).toList();
  }

  ObjectNode withNodes() {
    ObjectNode whole = shown.deepCopy();
    ArrayNode list = whole.putArray("nodes");
    nodes.forEach(node -> list.add(node.shown.deepCopy()));
    return whole;
  }

  /** As a list shows it. */
  ObjectNode summary() {
    ObjectNode summary = shown.deepCopy();
    summary.remove("nodeMetadata");
    return summary;
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("shown", shown.deepCopy());
    saved.put("cycling", cycling).put("changes", changes);
    ArrayNode list = saved.putArray("nodes");
    nodes.forEach(node -> list.add(node.save()));
    return saved;
  }

  static SimulatedNodePool load(JsonNode saved) {
    var pool = new SimulatedNodePool(saved.path("shown").deepCopy());
    pool.cycling = saved.path("cycling").asBoolean();
    pool.changes = saved.path("changes").asInt();
    saved.path("nodes").forEach(node -> pool.nodes.add(SimulatedNode.load(node)));
    return pool;
  }
}
