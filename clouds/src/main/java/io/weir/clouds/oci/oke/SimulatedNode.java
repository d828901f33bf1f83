package io.weir.clouds.oci.oke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState.Phase;

/** A node as it is now. */
final class SimulatedNode {
  /** As the API shows it. */
  final ObjectNode shown;

  /** What it was made from. */
  final JsonNode madeFrom;

  boolean running;

  SimulatedNode(ObjectNode shown, JsonNode madeFrom) {
    this.shown = shown;
    this.madeFrom = madeFrom;
  }

  String id() {
    return shown.path("id").asText("");
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
    shown.put("lifecycleState", state);
  }

  /** Whether its pool waits for it. */
  boolean isInTransition() {
    return is("CREATING") || is("DELETING");
  }

  Phase phase() {
    return switch (state()) {
      case "DELETING" -> Phase.TERMINATING;
      case "FAILING" -> Phase.FAILED;
      case "CREATING" -> Phase.PENDING;
      default -> running ? Phase.RUNNING : Phase.FAILED;
    };
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode().put("running", running);
    saved.set("shown", shown.deepCopy());
    saved.set("madeFrom", madeFrom);
    return saved;
  }

  static SimulatedNode load(JsonNode saved) {
    var node = new SimulatedNode(saved.path("shown").deepCopy(), saved.path("madeFrom"));
    node.running = saved.path("running").asBoolean();
    return node;
  }
}
