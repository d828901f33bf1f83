package io.weir.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;

/** JSON patches (RFC 6902). */
final class JsonPatches {

  private JsonPatches() {}

  /**
   * Operations that make {@code before} into {@code after}, in an order in which they can be
   * applied. Arrays are replaced whole.
   */
  static ArrayNode between(ObjectNode before, ObjectNode after) {
    ArrayNode operations = Json.MAPPER.createArrayNode();
    compare("", before, after, operations);
    return operations;
  }

  private static void compare(
      String path, ObjectNode before, ObjectNode after, ArrayNode operations) {
    for (var member : after.properties()) {
      String at = path + "/" + escape(member.getKey());
      JsonNode old = before.get(member.getKey());
      JsonNode now = member.getValue();
      if (old == null) {
        operation(operations, "add", at).set("value", now);
      } else if (old instanceof ObjectNode oldObject && now instanceof ObjectNode nowObject) {
        compare(at, oldObject, nowObject, operations);
      } else if (!old.equals(now)) {
        operation(operations, "replace", at).set("value", now);
      }
    }
    for (var member : before.properties()) {
      if (!after.has(member.getKey())) {
        ObjectNode _ = operation(operations, "remove", path + "/" + escape(member.getKey()));
      }
    }
  }

  private static ObjectNode operation(ArrayNode operations, String name, String path) {
    return operations.addObject().put("op", name).put("path", path);
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
