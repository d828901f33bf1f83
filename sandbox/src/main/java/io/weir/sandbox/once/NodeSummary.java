package io.weir.sandbox.once;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;

/**
 * What a person wants to see of a Node.
 *
 * @param name its name
 * @param providerId the machine that it is; empty before the cloud controller set it
 * @param ready whether it says so itself
 */
record NodeSummary(String name, String providerId, boolean ready) {
  static NodeSummary of(ApiObject object) {
    return new NodeSummary(
        object.name(), object.at("/spec/providerID").asText(""), ready(object.at("/status")));
  }

  private static boolean ready(JsonNode status) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
