package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a patch says of single fields. Lists are one value, as merge patches have them. */
final class PatchLeaves {

  /** What differs between two patches that say the same. */
  private static final Set<String> OF_THE_MOMENT =
      Set.of("resourceVersion", "lastTransitionTime", "uid");

  private PatchLeaves() {}

  /** The values by path, such as {@code metadata.labels.a}; empty objects say nothing. */
  static Map<String, JsonNode> of(JsonNode patch) {
    var leaves = new LinkedHashMap<String, JsonNode>();
    collect("", patch, leaves);
    return leaves;
  }

  private static void collect(String path, JsonNode node, Map<String, JsonNode> leaves) {
    for (var member : node.properties()) {
      if (OF_THE_MOMENT.contains(member.getKey())) {
        continue;
      }
      String at = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
      if (member.getValue().isObject()) {
        collect(at, member.getValue(), leaves);
      } else {
        leaves.put(at, lasting(member.getValue()));
      }
    }
  }

  private static JsonNode lasting(JsonNode value) {
    if (!value.isArray()) {
      return value;
    }
    var list = Json.MAPPER.createArrayNode();
    for (JsonNode item : value) {
      JsonNode copy = item.deepCopy();
      if (copy instanceof ObjectNode object) {
        object.remove("lastTransitionTime");
      }
      list.add(copy);
    }
    return list;
  }

  /** Whether an object has all that a merge patch says; its lists may have more. */
  static boolean isKeptBy(JsonNode object, JsonNode patch) {
    for (var member : patch.properties()) {
      JsonNode there = object.path(member.getKey());
      JsonNode wanted = member.getValue();
      boolean kept;
      if (wanted.isObject()) {
        kept = isKeptBy(there, wanted);
      } else if (wanted.isNull()) {
        kept = there.isMissingNode() || there.isNull();
      } else {
        kept = has(there, wanted);
      }
      if (!kept) {
        return false;
      }
    }
    return true;
  }

  private static boolean has(JsonNode there, JsonNode wanted) {
    if (wanted.isArray()) {
      for (JsonNode item : wanted) {
        if (!hasItem(there, item)) {
          return false;
        }
      }
      return true;
    }
    boolean numbers = wanted.isNumber() && there.isNumber();
    return numbers
        ? there.decimalValue().compareTo(wanted.decimalValue()) == 0
        : there.equals(wanted);
  }

  private static boolean hasItem(JsonNode list, JsonNode item) {
    for (JsonNode each : list) {
      boolean same = item.isObject() ? isKeptBy(each, item) : has(each, item);
      if (same) {
        return true;
      }
    }
    return false;
  }
}
