package io.weir.sandbox.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;

/**
 * What a person sees of a Node.
 *
 * @param name its name
 * @param providerId the machine that it is; empty before the cloud controller set it
 * @param ready whether it says so itself
 * @param version of its kubelet
 */
public record NodeRow(String name, String providerId, boolean ready, String version) {

  static NodeRow of(ApiObject node) {
    return new NodeRow(
        node.name(),
        node.at("/spec/providerID").asText(""),
        ready(node.at("/status/conditions")),
        node.at("/status/nodeInfo/kubeletVersion").asText(""));
  }

  /** Whether it is the machine of this id. */
  boolean of(String instanceId) {
    return providerId.endsWith("/" + instanceId);
  }

  /** In one word. */
  public String status() {
    return ready ? "Ready" : "NotReady";
  }

  private static boolean ready(JsonNode conditions) {
    return conditions
        .valueStream()
        .filter(condition -> condition.path("type").asText().equals("Ready"))
        .anyMatch(condition -> condition.path("status").asText().equals("True"));
  }
}
