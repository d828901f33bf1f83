package io.weir.provider.azure.akspool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;

/**
 * JSON merge patches.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396</a>
 */
final class MergePatch {

  private MergePatch() {}

  /** What a patch makes of a tree, which stays as it is. */
  static ObjectNode apply(ObjectNode tree, ObjectNode patch) {
    ObjectNode result = tree.deepCopy();
    patch.properties().forEach(field -> set(result, field.getKey(), field.getValue()));
    return result;
  }

  private static void set(ObjectNode tree, String name, JsonNode value) {
    if (value.isNull()) {
      tree.remove(name);
    } else if (value instanceof ObjectNode inner) {
      ObjectNode there =
          tree.get(name) instanceof ObjectNode old ? old : Json.MAPPER.createObjectNode();
      tree.set(name, apply(there, inner));
    } else {
      tree.set(name, value.deepCopy());
    }
  }
}
