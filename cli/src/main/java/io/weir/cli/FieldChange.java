package io.weir.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import java.util.ArrayList;
import java.util.List;

/**
 * What a merge patch does to one field.
 *
 * @param path names down to it
 * @param before what is there, or the missing node
 * @param after what is to be there; null removes it
 */
record FieldChange(List<String> path, JsonNode before, JsonNode after) {

  FieldChange {
    path = List.copyOf(path);
  }

  /** All that a patch does to an object. */
  static List<FieldChange> of(ApiObject object, ObjectNode patch) {
    var changes = new ArrayList<FieldChange>();
    collect(List.of(), object.copyTree(), patch, changes);
    return changes;
  }

  private static void collect(
      List<String> path, JsonNode before, JsonNode patch, List<FieldChange> changes) {
    if (patch instanceof ObjectNode fields && before.isObject()) {
      fields
          .properties()
          .forEach(
              field -> {
                var below = new ArrayList<>(path);
                below.add(field.getKey());
                collect(below, before.path(field.getKey()), field.getValue(), changes);
              });
    } else {
      changes.add(new FieldChange(path, before, patch));
    }
  }

  /** Whether the field is still as it was. */
  boolean holdsFor(ApiObject object) {
    JsonNode there = object.copyTree();
    for (String name : path) {
      there = there.path(name);
    }
    return there.equals(before);
  }

  /** For people; of values that somebody else may have chosen to deceive them. */
  String described() {
    String field = String.join(".", path);
    String text =
        after.isNull()
            ? "%s, which is %s, is removed".formatted(field, shown(before))
            : before instanceof MissingNode
                ? "%s is set to %s".formatted(field, shown(after))
                : "%s is set from %s to %s".formatted(field, shown(before), shown(after));
    return Excerpt.printable(text);
  }

  private static String shown(JsonNode value) {
    return value.isTextual() ? value.asText() : value.toString();
  }
}
