package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/**
 * Arguments of Kubernetes components: a map in the older version; in the stored one a list of name
 * and value, since a component may take one twice.
 */
final class ArgumentConversion {

  private ArgumentConversion() {}

  /** Makes a list of a map, sorted by name. */
  static void toHub(ObjectNode parent, String field) {
    if (parent.path(field) instanceof ObjectNode map) {
      var sorted = new TreeMap<String, JsonNode>();
      map.properties().forEach(each -> sorted.put(each.getKey(), each.getValue()));
      ArrayNode list = parent.putArray(field);
      sorted.forEach((name, value) -> list.addObject().put("name", name).set("value", value));
    }
  }

  /** Makes a map of a list; of several with one name the last counts. */
  static void fromHub(ObjectNode parent, String field) {
    if (parent.path(field) instanceof ArrayNode list) {
      ObjectNode map = parent.putObject(field);
      list.forEach(each -> map.put(each.path("name").asText(""), each.path("value").asText("")));
    }
  }
}
