package io.weir.provider.azure.asopool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.provider.azure.api.AsoKinds;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What a pool lists in {@code spec.resources}, be it sound or not. */
final class ListedResources {

  private ListedResources() {}

  /** An object that is listed. */
  record Listed(int index, ApiObject object) {

    /** Where it stands, for people. */
    String path() {
      return "spec.resources[%d]".formatted(index);
    }

    boolean isAgentPool() {
      return object.groupKind().equals(AsoKinds.AGENT_POOL);
    }
  }

  static List<Listed> of(ApiObject pool) {
    JsonNode resources = pool.at("/spec/resources");
    return IntStream.range(0, resources.size())
        .filter(i -> resources.get(i).isObject())
        .mapToObj(i -> new Listed(i, new ApiObject(applied((ObjectNode) resources.get(i)))))
        .toList();
  }

  /** The kinds that the pool lists, and those of which it has, or had, objects. */
  static Set<GroupKind> kinds(ApiObject pool) {
    var kinds = new HashSet<>(AsoKinds.inLedger(pool.annotation(AsoKinds.LEDGER).orElse("")));
    of(pool).stream()
        .map(listed -> listed.object().groupKind())
        .filter(AsoKinds::isOne)
        .forEach(kinds::add);
    kinds.add(AsoKinds.AGENT_POOL);
    return kinds;
  }

  /** Whether the pool's node pool is sized by AKS's own autoscaler. */
  static boolean isAutoscaled(ApiObject pool) {
    return of(pool).stream()
        .filter(Listed::isAgentPool)
        .anyMatch(listed -> listed.object().at("/spec/enableAutoScaling").asBoolean());
  }

  /** What is sent of it: no status, nothing that the server sets, and no null, which it drops. */
  private static ObjectNode applied(ObjectNode listed) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", listed.path("apiVersion").asText());
    tree.put("kind", listed.path("kind").asText());
    ObjectNode metadata = tree.putObject("metadata");
    metadata.put("name", listed.at("/metadata/name").asText());
    for (String map : List.of("labels", "annotations")) {
      if (listed.path("metadata").path(map) instanceof ObjectNode entries && !entries.isEmpty()) {
        metadata.set(map, entries.deepCopy());
      }
    }
    listed.properties().stream()
        .filter(
            field -> !Set.of("apiVersion", "kind", "metadata", "status").contains(field.getKey()))
        .forEach(field -> tree.set(field.getKey(), field.getValue().deepCopy()));
    dropNulls(tree);
    return tree;
  }

  private static void dropNulls(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
    tree.forEach(ListedResources::dropNulls);
  }
}
