package io.weir.sandbox.watchman;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.List;

/** What was sent with a write. */
final class Bodies {

  /** What differs between two writes of the same. */
  private static final List<String> OF_THE_MOMENT =
      List.of("resourceVersion", "lastTransitionTime");

  private Bodies() {}

  /** The text there; empty if there is none. */
  static String text(String body, String pointer) {
    return tree(body).at(pointer).asText("");
  }

  /** Whether the body says something of a field, be it that it goes. */
  static boolean has(String body, String pointer) {
    return !tree(body).at(pointer).isMissingNode();
  }

  /** The same for two writes of the same, made at different times and on different versions. */
  static String normalized(String body) {
    JsonNode tree = tree(body);
    for (String field : OF_THE_MOMENT) {
      tree.findParents(field).forEach(parent -> ((ObjectNode) parent).remove(field));
    }
    return tree.toString();
  }

  private static JsonNode tree(String body) {
    if (body.isEmpty()) {
      return Json.MAPPER.missingNode();
    }
    try {
      return Json.MAPPER.readTree(body);
    } catch (JsonProcessingException damaged) {
      return Json.MAPPER.missingNode();
    }
  }
}
