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
final class ConversionDataMerge {

  /** By these, in this order, an item is known again after it was changed. */
  private static final List<String> NAMES =
      List.of("path", "name", "device", "hostPath", "type", "conditionType", "key", "token");

  private ConversionDataMerge() {}

  static ObjectNode merge(
      ObjectNode base, ObjectNode now, ObjectNode kept, ObjectNode older, ObjectNode came) {
    return new MergeNode(base, now, kept, older, came).merge() instanceof ObjectNode merged
        ? merged
        : now;
  }

  /** One place in the trees; missing nodes where they do not have it. */
  private record MergeNode(
      JsonNode base, JsonNode now, JsonNode kept, JsonNode older, JsonNode came) {

    MergeNode at(String name) {
      return new MergeNode(
          base.path(name), now.path(name), kept.path(name), older.path(name), came.path(name));
    }

    MergeNode at(int before, int after) {
      return new MergeNode(
          base.path(before),
          now.path(after),
          kept.path(before),
          older.path(before),
          came.path(after));
    }

    JsonNode merge() {
      if (now.equals(base)) {
        return kept;
      }
      if (kept.isObject() && (now.isObject() || (now.isMissingNode() && !removed()))) {
        return fields();
      }
      if (now instanceof ArrayNode list && base.isArray() && kept.isArray()) {
        return older.isObject() ? named(list) : items(list);
      }
      return now;
    }

    /** An object that the older version has elsewhere, or has empty, was not removed. */
    boolean removed() {
      return older.isObject() && came.isMissingNode();
    }

    JsonNode fields() {
      Set<String> names = new LinkedHashSet<>();
      kept.fieldNames().forEachRemaining(names::add);
      now.fieldNames().forEachRemaining(names::add);
      ObjectNode merged = ((ObjectNode) kept).objectNode();
      for (String name : names) {
        JsonNode value = at(name).merge();
        if (!value.isMissingNode()) {
          merged.set(name, value);
        }
      }
      // Empty now: nothing is left but what the way there and back adds to every object.
      boolean meant = now.isObject() && now.isEmpty();
      return merged.isEmpty() && !meant ? MissingNode.getInstance() : merged;
    }

    /** A map in the older version: the order is the stored version's own. */
    ArrayNode named(ArrayNode list) {
      ArrayNode merged = list.arrayNode();
      Set<String> done = new LinkedHashSet<>();
      for (JsonNode item : kept) {
        String name = item.path("name").asText();
        JsonNode value = last(list, name);
        if (value.equals(last(base, name))) {
          merged.add(item);
          done.add(name);
        } else if (!value.isMissingNode() && done.add(name)) {
          merged.add(
              new MergeNode(last(base, name), value, item, older.path(name), came.path(name))
                  .merge());
        }
      }
      list.forEach(
          item -> {
            if (done.add(item.path("name").asText())) {
              merged.add(item);
            }
          });
      return merged;
    }

    ArrayNode items(ArrayNode list) {
      if (base.size() != kept.size()) {
        return list;
      }
      int[] origins = new ListItemMatcher(base, list).find();
      ArrayNode merged = list.arrayNode();
      for (int i = 0; i < origins.length; i++) {
        merged.add(origins[i] < 0 ? list.get(i) : at(origins[i], i).merge());
      }
      return merged;
    }
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

  /** Finds for each item of a changed list which item it was before; -1 for a new one. */
  private static final class ListItemMatcher {

    private final JsonNode base;
    private final JsonNode now;
    private final boolean[] taken;
    private final int[] origins;

    ListItemMatcher(JsonNode base, JsonNode now) {
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
      for (int i = 0; i < origins.length && taken.length == origins.length; i++) {
        origins[i] = origins[i] < 0 && !taken[i] ? take(i) : origins[i]; // renamed in its place
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
