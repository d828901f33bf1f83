package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How a change is laid over what is there. */
final class Documents {
  private Documents() {}

  /**
   * What is there with the change laid over it: objects field by field, everything else whole; null
   * takes away.
   */
  static ObjectNode merge(ObjectNode base, JsonNode change) {
    ObjectNode merged = base.deepCopy();
    change
        .properties()
        .forEach(
            field -> {
              JsonNode before = merged.path(field.getKey());
              JsonNode after = field.getValue();
              if (after.isNull()) {
                merged.remove(field.getKey());
              } else if (before instanceof ObjectNode object && after.isObject()) {
                merged.set(field.getKey(), merge(object, after));
              } else {
                merged.set(field.getKey(), after.deepCopy());
              }
            });
    return merged;
  }

  /** The object in a field, made if it is not there. */
  static ObjectNode object(ObjectNode parent, String field) {
    return parent.path(field) instanceof ObjectNode object ? object : parent.putObject(field);
  }

  /** The list in a field, made if it is not there. */
  static ArrayNode array(ObjectNode parent, String field) {
    return parent.path(field) instanceof ArrayNode array ? array : parent.putArray(field);
  }

  /** Sets a field that nobody has set. */
  static void putDefault(ObjectNode parent, String field, JsonNode value) {
    if (!parent.hasNonNull(field)) {
      parent.set(field, value);
    }
  }
}
