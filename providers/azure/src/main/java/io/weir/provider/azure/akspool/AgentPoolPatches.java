package io.weir.provider.azure.akspool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.PrerequisiteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code spec.asoManagedClustersAgentPoolPatches}: what people change of the object last. */
final class AgentPoolPatches {

  private static final String FIELD = "spec.asoManagedClustersAgentPoolPatches";

  /** What no patch may change, and where it is set instead. */
  private static final Map<String, String> RESERVED =
      Map.of(
          "/apiVersion", "Weir chooses it",
          "/kind", "it is always ManagedClustersAgentPool",
          "/metadata/name", "it is the name of this pool",
          "/metadata/namespace", "it is that of this pool",
          "/spec/azureName", "set spec.name",
          "/spec/owner", "it is the cluster of this pool",
          "/spec/count", "set spec.replicas of the MachinePool",
          "/spec/orchestratorVersion", "set spec.template.spec.version of the MachinePool",
          "/spec/enableAutoScaling", "set spec.scaling");

  private AgentPoolPatches() {}

  /**
   * The patches, in order.
   *
   * @throws PrerequisiteException if one is no JSON object, or changes what is set elsewhere
   */
  static List<ObjectNode> of(ApiObject pool) throws PrerequisiteException {
    var patches = new ArrayList<ObjectNode>();
    JsonNode texts = pool.at("/spec/asoManagedClustersAgentPoolPatches");
    for (int i = 0; i < texts.size(); i++) {
      String path = "%s[%d]".formatted(FIELD, i);
      ObjectNode patch = parse(path, texts.get(i).asText());
      for (var reserved : RESERVED.entrySet()) {
        if (!patch.at(reserved.getKey()).isMissingNode()) {
          throw PrerequisiteException.invalid(
              "%s changes %s, but %s: remove it from the patch"
                  .formatted(
                      path, reserved.getKey().substring(1).replace('/', '.'), reserved.getValue()));
        }
      }
      patches.add(patch);
    }
    return patches;
  }

  private static ObjectNode parse(String path, String text) throws PrerequisiteException {
    try {
      if (Json.MAPPER.readTree(text) instanceof ObjectNode patch) {
        return patch;
      }
    } catch (JsonProcessingException _) {
      // As below.
    }
    throw PrerequisiteException.invalid(
        "%s is no JSON object: write it as a JSON merge patch, such as {\"spec\": {\"osSKU\": \"AzureLinux\"}}"
            .formatted(path));
  }
}
