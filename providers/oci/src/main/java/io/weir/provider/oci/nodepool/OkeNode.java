package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Instance;
import java.util.Optional;

/**
 * A node as OKE shows it.
 *
 * @param id OCID of its instance, which is its Node's {@code spec.providerID} too; empty if it was
 *     never made
 * @param state such as {@code ACTIVE}
 * @param version its version of Kubernetes; empty if not told
 * @param zone availability domain
 * @param error what went wrong, in OKE's words; empty if nothing did
 */
record OkeNode(String id, String state, String version, String zone, String error) {

  static OkeNode of(JsonNode wire) {
    JsonNode error = wire.path("nodeError");
    String message = error.path("message").asText("");
    String code = error.path("code").asText("");
    return new OkeNode(
        wire.path("id").asText(""),
        wire.path("lifecycleState").asText(""),
        wire.path("kubernetesVersion").asText(""),
        wire.path("availabilityDomain").asText(""),
        message.isEmpty() ? code : code.isEmpty() ? message : message + " (" + code + ")");
  }

  /** Whether there is an instance, or still one. */
  boolean isInstance() {
    return !id.isEmpty() && !state.equals("DELETED");
  }

  boolean isActive() {
    return state.equals("ACTIVE");
  }

  boolean isChanging() {
    return state.equals("CREATING") || state.equals("UPDATING") || state.equals("DELETING");
  }

  OkeNode deleting() {
    return new OkeNode(id, "DELETING", version, zone, error);
  }

  Instance toInstance() {
    return new Instance(id, id, zone, instanceState(), version, Optional.empty());
  }

  private Instance.State instanceState() {
    return switch (state) {
      case "CREATING" -> Instance.State.STARTING;
      case "DELETING" -> Instance.State.TERMINATING;
      case "FAILING", "INACTIVE" -> Instance.State.FAILED;
      default -> Instance.State.RUNNING;
    };
  }
}
