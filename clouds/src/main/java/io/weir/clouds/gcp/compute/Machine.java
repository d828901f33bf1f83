package io.weir.clouds.gcp.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;

/**
 * A machine of a managed instance group, from the wish for it on. Guarded by its project's lock.
 */
final class Machine {
  final String name;
  final String zone;
  final String address;

  /** Name of the template that it is made from. */
  String template;

  /** The number of the virtual machine; empty while there is none. */
  String vmId = "";

  /** Of the virtual machine; empty while there is none. */
  String status = "";

  /** What the group is doing with it. */
  String action = "CREATING";

  /** Why the last attempt failed; empty if it did not. */
  String errorCode = "";

  String errorMessage = "";

  Machine(String name, String zone, String address, String template) {
    this.name = name;
    this.zone = zone;
    this.address = address;
    this.template = template;
  }

  boolean isStaying() {
    return !action.equals("DELETING");
  }

  boolean isRunning() {
    return status.equals("RUNNING");
  }

  boolean isStable() {
    return action.equals("NONE") && isRunning();
  }

  InstanceState.Phase phase() {
    if (!isStaying()) {
      return InstanceState.Phase.TERMINATING;
    }
    if (isRunning()) {
      return InstanceState.Phase.RUNNING;
    }
    return action.equals("NONE") ? InstanceState.Phase.FAILED : InstanceState.Phase.PENDING;
  }

  /** By which it is known outside: what stands in its provider ID. */
  String id(String project) {
    return project + "/" + zone + "/" + name;
  }

  ObjectNode toJson(Project project) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("instance", project.url("zones/" + zone + "/instances/" + name)).put("name", name);
    if (!vmId.isEmpty()) {
      shown.put("id", vmId).put("instanceStatus", status);
    }
    shown.put("currentAction", action);
    shown.put("targetStatus", isStaying() ? "RUNNING" : "DELETED");
    ObjectNode version = shown.putObject("version");
    if (isStaying()) {
      version.put("instanceTemplate", project.url(Templates.COLLECTION + template));
    }
    ObjectNode attempt = shown.putObject("lastAttempt");
    if (!errorCode.isEmpty()) {
      attempt
          .putObject("errors")
          .putArray("errors")
          .addObject()
          .put("code", errorCode)
          .put("message", errorMessage);
    }
    return shown;
  }

  ObjectNode save() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("zone", zone)
        .put("address", address)
        .put("template", template)
        .put("vmId", vmId)
        .put("status", status)
        .put("action", action)
        .put("errorCode", errorCode)
        .put("errorMessage", errorMessage);
  }

  static Machine load(JsonNode saved) {
    var machine =
        new Machine(
            saved.path("name").asText(),
            saved.path("zone").asText(),
            saved.path("address").asText(),
            saved.path("template").asText());
    machine.vmId = saved.path("vmId").asText();
    machine.status = saved.path("status").asText();
    machine.action = saved.path("action").asText();
    machine.errorCode = saved.path("errorCode").asText();
    machine.errorMessage = saved.path("errorMessage").asText();
    return machine;
  }
}
