package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what is wanted of a scale set with what Azure shows, and lays one over the other. What
 * nobody asked for, such as what Azure fills in or what a policy adds, is no difference and is not
 * lost: lists of things with names are compared and merged thing by thing.
 */
final class ModelDocuments {

  /** Things in lists are told apart by the first of these that they have. */
  private static final String[] KEYS = {"name", "lun", "path"};

  /** Lists to which others may add things of their own. */
  private static final Set<String> SHARED = Set.of("extensions");

  private ModelDocuments() {}

  /** The places where Azure shows something else than is wanted, for people; sorted. */
  static Set<String> differences(JsonNode wanted, JsonNode shown) {
    var found = new TreeSet<String>();
    compare("", wanted, shown, found);
    return found;
  }

  /** Whether two looks show the same, though perhaps in other words. */
  static boolean isSame(JsonNode one, JsonNode other) {
    return differences(one, other).isEmpty() && differences(other, one).isEmpty();
  }

  private static void compare(String at, JsonNode wanted, JsonNode shown, Set<String> found) {
    switch (wanted) {
      case ObjectNode fields ->
          fields
              .properties()
              .forEach(
                  field ->
                      compare(
                          at.isEmpty() ? field.getKey() : at + "." + field.getKey(),
                          field.getValue(),
                          shown.path(field.getKey()),
                          found));
      case ArrayNode list -> compareLists(at, list, shown, found);
      default -> {
        if (!isAsWanted(wanted, shown)) {
          found.add(at);
        }
      }
    }
  }

  private static void compareLists(String at, ArrayNode wanted, JsonNode shown, Set<String> found) {
    String field = at.substring(at.lastIndexOf('.') + 1);
    if (shown.size() != wanted.size() && !SHARED.contains(field)) {
      found.add(at);
      return;
    }
    for (int i = 0; i < wanted.size(); i++) {
      JsonNode each = wanted.get(i);
      String key = key(each);
      JsonNode other = key.isEmpty() ? shown.path(i) : find(shown, key, each.path(key));
      compare(key.isEmpty() ? at : at + "[" + each.path(key).asText() + "]", each, other, found);
    }
  }

  private static boolean isAsWanted(JsonNode wanted, JsonNode shown) {
    if (wanted.isTextual() && shown.isTextual()) {
      String text = wanted.asText().strip();
      // Azure writes resource IDs in whatever case it likes.
      return (text.startsWith("/") && !text.startsWith("/home/"))
          ? text.equalsIgnoreCase(shown.asText())
          : text.equals(shown.asText().strip());
    }
    if (wanted.isNumber() && shown.isNumber()) {
      return wanted.decimalValue().compareTo(shown.decimalValue()) == 0;
    }
    // What is off need not be shown.
    boolean off = wanted.isNull() || (wanted.isBoolean() && !wanted.asBoolean());
    return wanted.equals(shown) || (off && (shown.isMissingNode() || shown.isNull()));
  }

  private static String key(JsonNode element) {
    for (String key : KEYS) {
      if (element.has(key)) {
        return key;
      }
    }
    return "";
  }

  private static JsonNode find(JsonNode list, String key, JsonNode value) {
    for (JsonNode each : list) {
      if (each.path(key).asText().equals(value.asText())) {
        return each;
      }
    }
    return Json.MAPPER.missingNode();
  }

  /** What is shown with what is wanted laid over it. */
  static JsonNode overlay(JsonNode wanted, JsonNode shown) {
    return overlay("", wanted, shown);
  }

  private static JsonNode overlay(String field, JsonNode wanted, JsonNode shown) {
    if (wanted instanceof ObjectNode fields && shown instanceof ObjectNode there) {
      ObjectNode merged = there.deepCopy();
      fields
          .properties()
          .forEach(
              each ->
                  merged.set(
                      each.getKey(),
                      overlay(each.getKey(), each.getValue(), there.path(each.getKey()))));
      return merged;
    }
    if (wanted instanceof ArrayNode list && shown instanceof ArrayNode there) {
      return overlayLists(field, list, there);
    }
    return wanted.deepCopy();
  }

  private static ArrayNode overlayLists(String field, ArrayNode wanted, ArrayNode shown) {
    ArrayNode merged = Json.MAPPER.createArrayNode();
    for (JsonNode each : wanted) {
      String key = key(each);
      JsonNode other = key.isEmpty() ? Json.MAPPER.missingNode() : find(shown, key, each.path(key));
      merged.add(overlay("", each, other));
    }
    if (SHARED.contains(field)) {
      for (JsonNode each : shown) {
        String key = key(each);
        if (!key.isEmpty() && find(wanted, key, each.path(key)).isMissingNode()) {
          merged.add(each.deepCopy());
        }
      }
    }
    return merged;
  }
}
