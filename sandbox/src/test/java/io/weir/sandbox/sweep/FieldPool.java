package io.weir.sandbox.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.Map;

/**
 * A pool of a field sweep.
 *
 * @param kind whose property is tried on it
 * @param name of all its objects
 * @param region the number of its cluster among those of AWS
 * @param place what the names of its zones begin with
 * @param manifests its objects by kind, in the order in which they are created; they may be changed
 *     until then
 */
record FieldPool(
    String kind, String name, int region, String place, Map<String, ObjectNode> manifests) {

  /** The spec of one of its objects, as it will be created. */
  ObjectNode spec(String kind) {
    return manifests.get(kind).withObject("/spec");
  }

  /** A value of a table, with what is this pool's own. */
  JsonNode here(JsonNode value) {
    return replaced(
        value,
        Map.of(
            "us-east-1",
            place,
            "fr-par",
            place,
            "(pool)",
            name,
            "(cluster)",
            spec("MachinePool").path("clusterName").asText()));
  }

  /** What is another pool's own in a value, as this pool's. */
  JsonNode like(JsonNode value, FieldPool other) {
    return replaced(value, Map.of(other.name(), name));
  }

  private static JsonNode replaced(JsonNode value, Map<String, String> words) {
    String text = value.toString();
    for (Map.Entry<String, String> word : words.entrySet()) {
      text = text.replace(word.getKey(), word.getValue());
    }
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The kind of its pool in the cloud. */
  String infrastructureKind() {
    return manifests.keySet().stream()
        .filter(each -> !each.equals("MachinePool") && !each.equals("KubeadmConfig"))
        .findFirst()
        .orElseThrow();
  }
}
