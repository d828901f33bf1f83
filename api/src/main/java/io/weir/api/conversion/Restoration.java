package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Merges what somebody changed in the older version into what the stored version had. Of four
 * trees: {@code base}, the kept object converted there and back; {@code now}, what came in,
 * converted; {@code kept}, the object as it was stored; {@code older}, the kept object in the older
 * version. Where base and now agree, nobody changed anything, and what was kept stays to the
 * letter.
 */
final class Restoration {

  /** By these, in this order, an item is known again after it was changed. */
  private static final List<String> NAMES =
      List.of("path", "name", "device", "hostPath", "type", "conditionType", "key", "token");

  private Restoration() {}

  static ObjectNode of(ObjectNode base, ObjectNode now, ObjectNode kept, ObjectNode older) {
    return merge(base, now, kept, older) instanceof ObjectNode merged ? merged : now;
  }

  private static JsonNode merge(JsonNode base, JsonNode now, JsonNode kept, JsonNode older) {
    if (now.equals(base)) {
      return kept;
    }
    if (now instanceof ObjectNode object && kept.isObject()) {
      return fields(base, object, kept, older);
    }
    if (now.isMissingNode() && kept.isObject() && !older.isObject()) {
      // The older version has no such object: only the fields of it are gone that it has elsewhere.
      ObjectNode rest = fields(base, ((ObjectNode) kept).objectNode(), kept, older);
      return rest.isEmpty() ? MissingNode.getInstance() : rest;
    }
    if (now instanceof ArrayNode list && base.isArray() && kept.isArray()) {
      return older.isObject() ? named(base, list, kept) : items(base, list, kept, older);
    }
    return now;
  }

  private static ObjectNode fields(JsonNode base, ObjectNode now, JsonNode kept, JsonNode older) {
    Set<String> names = new LinkedHashSet<>();
    kept.fieldNames().forEachRemaining(names::add);
    now.fieldNames().forEachRemaining(names::add);
    ObjectNode merged = now.objectNode();
    for (String name : names) {
      JsonNode value = merge(base.path(name), now.path(name), kept.path(name), older.path(name));
      if (!value.isMissingNode()) {
        merged.set(name, value);
      }
    }
    return merged;
  }

  /** A map in the older version: the order is the stored version's own. */
  private static ArrayNode named(JsonNode base, ArrayNode now, JsonNode kept) {
    ArrayNode merged = now.arrayNode();
    Set<String> done = new LinkedHashSet<>();
    for (JsonNode item : kept) {
      String name = item.path("name").asText();
      JsonNode value = last(now, name);
      if (value.equals(last(base, name))) {
        merged.add(item);
        done.add(name);
      } else if (!value.isMissingNode() && done.add(name)) {
        merged.add(value);
      }
    }
    now.forEach(
        item -> {
          if (done.add(item.path("name").asText())) {
            merged.add(item);
          }
        });
    return merged;
  }

  private static JsonNode last(JsonNode list, String name) {
    JsonNode found = MissingNode.getInstance();
    for (JsonNode item : list) {
      if (item.path("name").asText().equals(name)) {
        found = item;
      }
    }
    return found;
  }

  private static ArrayNode items(JsonNode base, ArrayNode now, JsonNode kept, JsonNode older) {
    if (base.size() != kept.size()) {
      return now;
    }
    int[] origins = new Origins(base, now).find();
    ArrayNode merged = now.arrayNode();
    for (int i = 0; i < origins.length; i++) {
      int from = origins[i];
      merged.add(
          from < 0
              ? now.get(i)
              : merge(base.get(from), now.get(i), kept.get(from), older.path(from)));
    }
    return merged;
  }

  /** Finds for each item of a changed list which item it was before; -1 for a new one. */
  private static final class Origins {

    private final JsonNode base;
    private final JsonNode now;
    private final boolean[] taken;
    private final int[] origins;

    Origins(JsonNode base, JsonNode now) {
      this.base = base;
      this.now = now;
      this.taken = new boolean[base.size()];
      this.origins = new int[now.size()];
    }

    int[] find() {
      for (int i = 0; i < origins.length; i++) {
        origins[i] = i < taken.length && now.get(i).equals(base.get(i)) ? take(i) : -1;
      }
      for (int i = 0; i < origins.length; i++) {
        origins[i] = origins[i] < 0 ? equal(now.get(i)) : origins[i];
      }
      for (int i = 0; i < origins.length; i++) {
        origins[i] = origins[i] < 0 ? sameName(now.get(i)) : origins[i];
      }
      return origins;
    }

    private int take(int index) {
      taken[index] = true;
      return index;
    }

    private int equal(JsonNode item) {
      for (int i = 0; i < taken.length; i++) {
        if (!taken[i] && base.get(i).equals(item)) {
          return take(i);
        }
      }
      return -1;
    }

    private int sameName(JsonNode item) {
      for (int i = 0; i < taken.length; i++) {
        if (!taken[i] && sameName(base.get(i), item)) {
          return take(i);
        }
      }
      return -1;
    }

    private static boolean sameName(JsonNode one, JsonNode other) {
      for (String name : NAMES) {
        if (one.has(name) || other.has(name)) {
          return one.path(name).equals(other.path(name));
        }
      }
      return false;
    }
  }
}
