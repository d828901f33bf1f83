package io.weir.sandbox.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;

/**
 * What a person sees of a Node.
 *
 * @param name its name
 * @param providerId the machine that it is; empty before the cloud controller set it
 * @param ready whether it says so itself
 * @param leaving whether it is drained, as its machine is to end
 * @param version of its kubelet
 */
public record NodeRow(
    String name, String providerId, boolean ready, boolean leaving, String version) {

  static NodeRow of(ApiObject node) {
    return new NodeRow(
        node.name(),
        node.at("/spec/providerID").asText(""),
        ready(node.at("/status/conditions")),
        node.annotation(MetadataKeys.NODE_LEAVING).isPresent(),
        node.at("/status/nodeInfo/kubeletVersion").asText(""));
  }

  /** Whether it is the machine of this id. */
  boolean of(String instanceId) {
    return providerId.endsWith("/" + instanceId);
  }

  /** In a word or two. */
  public String status() {
    return (ready ? "Ready" : "NotReady") + (leaving ? ", leaving" : "");
  }

  private static boolean ready(JsonNode conditions) {
    return conditions
        .valueStream()
        .filter(condition -> condition.path("type").asText().equals("Ready"))
        .anyMatch(condition -> condition.path("status").asText().equals("True"));
  }
}
