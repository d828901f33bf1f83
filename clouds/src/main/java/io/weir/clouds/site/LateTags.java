package io.weir.clouds.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A site as it is, with the tags that it had: some clouds keep tags apart from what they hang on,
 * and show and filter by them later. Tags are whatever a saved site calls so.
 */
final class LateTags {
  private static final String TAGS = "tags";

  /** By which of its fields an entry of a list is known at another time. */
  private static final List<String> KEYS = List.of("id", "name");

  private LateTags() {}

  /** A copy of the present state with the tags of the past one; none on what was not there. */
  static ObjectNode of(ObjectNode present, ObjectNode past) {
    ObjectNode mixed = present.deepCopy();
    mix(mixed, past);
    return mixed;
  }

  private static void mix(JsonNode now, JsonNode then) {
    switch (now) {
      case ObjectNode object -> {
        for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
          JsonNode before = then.path(field.getKey());
          if (field.getKey().equals(TAGS)) {
            object.set(TAGS, before.isContainerNode() ? before : emptied(field.getValue()));
          } else {
            mix(field.getValue(), before);
          }
        }
      }
      case ArrayNode list -> list.forEach(entry -> mix(entry, same(entry, then)));
      default -> {}
    }
  }

  private static JsonNode emptied(JsonNode tags) {
    JsonNode none = tags.deepCopy();
    if (none instanceof ObjectNode object) {
      object.removeAll();
    } else if (none instanceof ArrayNode array) {
      array.removeAll();
    }
    return none;
  }

  private static JsonNode same(JsonNode entry, JsonNode list) {
    Optional<String> key = KEYS.stream().filter(entry::has).findFirst();
    return key.flatMap(
            field ->
                list.valueStream()
                    .filter(other -> other.path(field).equals(entry.path(field)))
                    .findFirst())
        .orElseGet(MissingNode::getInstance);
  }
}
