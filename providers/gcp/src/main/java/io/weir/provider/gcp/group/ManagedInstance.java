package io.weir.provider.gcp.group;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Instance;
import io.weir.provider.Instance.State;
import io.weir.provider.gcp.template.InstanceTemplate;
import java.util.List;
import java.util.Set;

/**
 * A virtual machine of a managed instance group, or one that the group is about to make.
 *
 * @see <a
 *     href="https://cloud.google.com/compute/docs/reference/rest/v1/instanceGroupManagers/listManagedInstances">Managed
 *     instances</a>
 * @param url its address, which it has before it exists
 * @param name its name; the same again after a repair
 * @param zone its zone
 * @param vmId the cloud's number of the machine, another after a repair; empty while there is none
 * @param status of the machine, in the cloud's word; empty while there is none
 * @param action what the group is doing with it, in the cloud's word
 * @param targetStatus what is to become of it, in the cloud's word; empty if it does not say
 * @param template name of the template that it is meant to be made from; empty if it does not say
 * @param errors why the last attempt to make it failed
 */
public record ManagedInstance(
    String url,
    String name,
    String zone,
    String vmId,
    String status,
    String action,
    String targetStatus,
    String template,
    List<InstanceError> errors) {

  private static final Set<String> LEAVING = Set.of("DELETING", "ABANDONING");
  private static final Set<String> STARTING =
      Set.of("PROVISIONING", "STAGING", "PENDING", "REPAIRING");
  private static final Set<String> TARGETS_OF_IDLE = Set.of("STOPPED", "SUSPENDED");

  public ManagedInstance {
    errors = List.copyOf(errors);
  }

  /** Reads an entry of the list. */
  static ManagedInstance read(JsonNode entry) {
    String url = entry.path("instance").asText("");
    String[] parts = url.split("/", -1);
    int count = parts.length;
    return new ManagedInstance(
        url,
        count > 0 ? parts[count - 1] : "",
        count > 2 ? parts[count - 3] : "",
        entry.path("id").asText(""),
        entry.path("instanceStatus").asText(""),
        entry.path("currentAction").asText("NONE"),
        entry.path("targetStatus").asText(""),
        InstanceTemplate.nameIn(entry.path("version").path("instanceTemplate").asText("")),
        entry
            .path("lastAttempt")
            .path("errors")
            .path("errors")
            .valueStream()
            .map(InstanceError::read)
            .toList());
  }

  /**
   * By which Weir tells it from others: with the number of the machine, since a repaired one is
   * another of the same name.
   */
  public String id() {
    return zone + "/" + name + (vmId.isEmpty() ? "" : "/" + vmId);
  }

  /** Its address within the project. */
  String path() {
    return "zones/%s/instances/%s".formatted(zone, name);
  }

  /** Whether it stays unless something is done to it. */
  public boolean isStaying() {
    return !LEAVING.contains(action);
  }

  /** Whether it is meant not to run: the size does not count it. */
  boolean isIdle() {
    return TARGETS_OF_IDLE.contains(targetStatus);
  }

  /** Whether the group is doing something with it. */
  public boolean isChanging() {
    return !action.equals("NONE") || state() == State.STARTING;
  }

  /**
   * What the engine needs of it. A provider ID it has once the machine exists, and not while it is
   * made anew: its Node is of the machine that goes.
   */
  public Instance instance(String project) {
    boolean exists = !vmId.isEmpty() && !status.isEmpty() && !action.equals("RECREATING");
    String providerId = exists ? "gce://%s/%s/%s".formatted(project, zone, name) : "";
    return new Instance(id(), providerId, zone, state(), template);
  }

  /** Its state. */
  public State state() {
    if (!isStaying()) {
      return State.TERMINATING;
    }
    if (vmId.isEmpty() || status.isEmpty() || action.equals("RECREATING")) {
      return State.STARTING;
    }
    if (status.equals("RUNNING")) {
      return State.RUNNING;
    }
    if (isIdle()) {
      return State.IDLE;
    }
    return STARTING.contains(status) || !action.equals("NONE") ? State.STARTING : State.FAILED;
  }
}
