package io.weir.clouds.oci.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState.Phase;

/** An instance of an instance pool as it is now. */
final class SimulatedPoolInstance {
  /** As the API shows it. */
  final ObjectNode shown;

  /** What it boots from. */
  final ObjectNode launch;

  final String address;
  boolean running;

  SimulatedPoolInstance(ObjectNode shown, ObjectNode launch, String address) {
    this.shown = shown;
    this.launch = launch;
    this.address = address;
  }

  String id() {
    return text("id");
  }

  String text(String field) {
    return shown.path(field).asText("");
  }

  String state() {
    return text("state");
  }

  boolean is(String state) {
    return state().equals(state);
  }

  void setState(String state) {
    shown.put("state", state);
  }

  boolean isStaying() {
    return !is("TERMINATING") && !is("TERMINATED");
  }

  Phase phase() {
    return switch (state()) {
      case "TERMINATED" -> Phase.TERMINATED;
      case "TERMINATING" -> Phase.TERMINATING;
      case "PROVISIONING" -> Phase.PENDING;
      default -> running ? Phase.RUNNING : Phase.FAILED;
    };
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode().put("running", running);
    saved.set("shown", shown.deepCopy());
    saved.set("launch", launch.deepCopy());
    return saved.put("address", address);
  }

  static SimulatedPoolInstance load(JsonNode saved) {
    var instance =
        new SimulatedPoolInstance(
            saved.path("shown").deepCopy(),
            saved.path("launch").deepCopy(),
            saved.path("address").asText());
    instance.running = saved.path("running").asBoolean();
    return instance;
  }
}
