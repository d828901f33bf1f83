package io.weir.api.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Where defaults are filled in. What has another type than expected is left alone, for the schema
 * to refuse.
 */
public final class JsonDefaults {

  private JsonDefaults() {}

  /** The object at a path, to be changed; absent if there is none, which is then not made. */
  public static Optional<ObjectNode> find(ObjectNode root, String... names) {
    JsonNode found = root;
    for (String name : names) {
      found = found.path(name);
    }
    return found instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
  }

  /** The object in a field, made if the field has no value; absent if it holds something else. */
  public static Optional<ObjectNode> getOrCreate(ObjectNode parent, String name) {
    return isBlank(parent, name) ? Optional.of(parent.putObject(name)) : find(parent, name);
  }

  /** Puts a text into a field without a value, or with an empty text. */
  public static void putIfBlank(ObjectNode parent, String name, String text) {
    JsonNode given = parent.path(name);
    if (isBlank(parent, name) || (given.isTextual() && given.textValue().isEmpty())) {
      parent.put(name, text);
    }
  }

  /** Whether a field has no value. */
  public static boolean isBlank(ObjectNode parent, String name) {
    return parent.path(name).isMissingNode() || parent.path(name).isNull();
  }
}
