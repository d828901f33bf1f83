package io.weir.clouds.oci.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** An instance pool as it is now. */
final class SimulatedInstancePool {
  /** As the API shows it. */
  final ObjectNode shown;

  final List<SimulatedPoolInstance> instances = new ArrayList<>();

  /** Its work request. */
  final String workRequest;

  /** What went wrong in that; empty if nothing did. */
  String error = "";

  private int changes;

  SimulatedInstancePool(ObjectNode shown) {
    this.shown = shown;
    this.workRequest = id().replace("instancepool", "coreservicesworkrequest");
  }

  String id() {
    return text("id");
  }

  String name() {
    return text("displayName");
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

  void changed() {
    changes++;
  }

  String etag() {
    return "%s-%d".formatted(id().substring(id().length() - 8), changes);
  }

  int size() {
    return shown.path("size").asInt();
  }

  List<SimulatedPoolInstance> staying() {
    return instances.stream().filter(SimulatedPoolInstance::isStaying).toList();
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("shown", shown.deepCopy());
    saved.put("error", error).put("changes", changes);
    ArrayNode list = saved.putArray("instances");
    instances.forEach(instance -> list.add(instance.save()));
    return saved;
  }

  static SimulatedInstancePool load(JsonNode saved) {
    var pool = new SimulatedInstancePool(saved.path("shown").deepCopy());
    pool.error = saved.path("error").asText();
    pool.changes = saved.path("changes").asInt();
    saved.path("instances").forEach(each -> pool.instances.add(SimulatedPoolInstance.load(each)));
    return pool;
  }
}
