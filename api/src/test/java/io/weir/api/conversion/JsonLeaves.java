package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The values of a tree by their paths. Lists whose order says nothing, those that are maps in the
 * older version, are sorted.
 */
final class JsonLeaves {

  private final Map<String, String> values = new TreeMap<>();

  private JsonLeaves() {}

  /** Paths at which two trees differ. */
  static Set<String> differing(JsonNode one, JsonNode other) {
    Map<String, String> left = of(one);
    Map<String, String> right = of(other);
    var paths = new TreeSet<>(left.keySet());
    paths.addAll(right.keySet());
    paths.removeIf(path -> left.getOrDefault(path, "").equals(right.getOrDefault(path, "")));
    return paths;
  }

  /** Whether a tree has values below a path. */
  static boolean below(JsonNode tree, String path) {
    return of(tree).keySet().stream().anyMatch(leaf -> leaf.startsWith(path + "."));
  }

  private static Map<String, String> of(JsonNode tree) {
    var jsonLeaves = new JsonLeaves();
    jsonLeaves.collect(tree, "");
    return jsonLeaves.values;
  }

  private void collect(JsonNode tree, String path) {
    if (tree.isValueNode() || tree.isEmpty()) {
      values.put(path, tree.toString());
    }
    tree.properties().forEach(e -> collect(e.getValue(), path + "." + e.getKey()));
    if (tree instanceof ArrayNode list) {
      List<JsonNode> items = new ArrayList<>();
      list.forEach(items::add);
      if (path.endsWith("xtraArgs") || path.equals(".status.failureDomains")) {
        items.sort(Comparator.comparing(item -> item.path("name").asText()));
      }
      for (int i = 0; i < items.size(); i++) {
        collect(items.get(i), path + "[" + i + "]");
      }
    }
  }

  /** Changes one text of a tree, somewhere, to another. */
  static void changeOne(ObjectNode tree, Random random) {
    var places = new ArrayList<Runnable>();
    texts(tree, places);
    if (!places.isEmpty()) {
      places.get(random.nextInt(places.size())).run();
    }
  }

  private static void texts(JsonNode tree, List<Runnable> places) {
    if (tree instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              e -> {
                if (e.getValue().isTextual()) {
                  places.add(() -> object.put(e.getKey(), "7s"));
                  places.add(() -> object.remove(e.getKey()));
                }
              });
    }
    if (tree instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        int at = i;
        if (list.get(i).isTextual()) {
          places.add(() -> list.set(at, "7s"));
        }
      }
    }
    tree.forEach(below -> texts(below, places));
  }
}
