package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.util.Set;

/**
 * An instance pool as Oracle Cloud shows it.
 *
 * @param id OCID
 * @param name display name; others may have the same
 * @param state such as {@code RUNNING}
 * @param fields all fields
 * @param etag what a write for just this state names; empty if not told
 */
public record InstancePool(String id, String name, String state, ObjectNode fields, String etag) {
  private static final Set<String> GOING = Set.of("TERMINATING", "TERMINATED");
  private static final Set<String> MOVING =
      Set.of("PROVISIONING", "SCALING", "STARTING", "STOPPING", "TERMINATING");

  /** An instance pool as an answer has it. */
  public static InstancePool of(JsonNode wire, String etag) {
    return new InstancePool(
        wire.path("id").asText(""),
        wire.path("displayName").asText(""),
        wire.path("lifecycleState").asText(""),
        wire.deepCopy(),
        etag);
  }

  /** The same, as an answer with its headers has it. */
  public static InstancePool of(JsonResponse answer) {
    return of(answer.body(), answer.header("etag").orElse(""));
  }

  /** The value of a freeform tag; empty without it. */
  public String tag(String key) {
    return fields.path("freeformTags").path(key).asText("");
  }

  /** OCID of the configuration that instances are made from. */
  public String configurationId() {
    return fields.path("instanceConfigurationId").asText("");
  }

  int size() {
    return fields.path("size").asInt();
  }

  /** Whether it is gone: such pools stay listed. */
  public boolean isTerminated() {
    return state.equals("TERMINATED");
  }

  boolean isGoing() {
    return GOING.contains(state);
  }

  boolean isChanging() {
    return MOVING.contains(state);
  }

  /** Whether somebody has stopped it. */
  boolean isStopped() {
    return state.equals("STOPPED") || state.equals("STOPPING");
  }

  boolean isSettled() {
    return state.equals("RUNNING");
  }

  boolean isScaling() {
    return state.equals("SCALING");
  }

  /** The same in another state, of which no etag is known. */
  public InstancePool in(String other) {
    ObjectNode changed = fields.deepCopy().put("lifecycleState", other);
    return new InstancePool(id, name, other, changed, "");
  }

  /** The same at another size. */
  public InstancePool sized(int size) {
    ObjectNode changed = fields.deepCopy().put("size", size);
    return new InstancePool(id, name, state, changed, "");
  }
}
