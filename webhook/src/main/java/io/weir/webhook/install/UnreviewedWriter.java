package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.kernel.kube.KubeClient;

/**
 * The manager, whose own writes the API server need not ask it about. A person who has lent it
 * their account is told apart by the field manager, which kubectl and others do not set to ours.
 *
 * @param username who the manager is for the API server
 */
record UnreviewedWriter(String username) {

  private static final String NAME = "exempt-manager-writes";

  /** The condition under which a request is reviewed. */
  ObjectNode matchCondition() {
    return Json.MAPPER
        .createObjectNode()
        .put("name", NAME)
        .put(
            "expression",
            "request.userInfo.username != '%s' || !has(request.options.fieldManager) || request.options.fieldManager != '%s'"
                .formatted(
                    username.replace("\\", "\\\\").replace("'", "\\'"), KubeClient.FIELD_MANAGER));
  }

  /** Whether an API server has dropped the condition, as those before 1.28 do. */
  static boolean isDroppedBy(ApiObject stored, ObjectNode wanted) {
    return hasCondition(wanted) && !hasCondition(stored.copyTree());
  }

  private static boolean hasCondition(JsonNode configuration) {
    return configuration
        .path("webhooks")
        .valueStream()
        .flatMap(webhook -> webhook.path("matchConditions").valueStream())
        .anyMatch(UnreviewedWriter::isOwn);
  }

  /** Whether a match condition is one that is made here. */
  static boolean isOwn(JsonNode condition) {
    return condition.path("name").asText().equals(NAME);
  }
}
