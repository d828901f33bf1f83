package io.weir.provider.azure.akspool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.azure.aso.AgentPool;
import io.weir.provider.azure.aso.AsoDesiredState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The node pool that is wanted.
 *
 * @param agentPool the object; version and count are missing, and patches are not applied
 * @param patches what people change of it last
 * @param version of Kubernetes
 * @param size how many nodes it is to have; absent if others than the MachinePool decide
 * @param initialSize how many it is created with
 */
public record AksPoolDesiredState(
    ObjectNode agentPool,
    List<ObjectNode> patches,
    NodeVersion version,
    OptionalInt size,
    int initialSize)
    implements AsoDesiredState {

  /** Of labels and taints, those that AKS sets by itself begin so. */
  private static final String OF_AKS = "kubernetes.azure.com";

  public AksPoolDesiredState {
    patches = List.copyOf(patches);
  }

  @Override
  public boolean isSizedElsewhere() {
    return size.isEmpty();
  }

  /** AKS's own labels and taints stay: it refuses to take them away. */
  @Override
  public List<ObjectNode> objects(Optional<AgentPool> live) {
    ObjectNode tree = agentPool.deepCopy();
    ObjectNode spec = tree.withObject("/spec");
    OptionalInt count = live.map(AgentPool::count).orElse(OptionalInt.empty());
    spec.put("count", size.orElse(count.orElse(initialSize)));
    version.orchestratorVersion(live).ifPresent(number -> spec.put("orchestratorVersion", number));
    live.ifPresent(there -> keepLabelsOfAks(spec, there.object().at("/status/nodeLabels")));
    live.ifPresent(there -> keepTaintsOfAks(spec, there.object().at("/status/nodeTaints")));
    for (ObjectNode patch : patches) {
      tree = MergePatch.apply(tree, patch);
    }
    return List.of(tree);
  }

  private static void keepLabelsOfAks(ObjectNode spec, JsonNode labels) {
    labels.properties().stream()
        .filter(label -> label.getKey().startsWith(OF_AKS))
        .forEach(label -> spec.withObject("/nodeLabels").set(label.getKey(), label.getValue()));
  }

  private static void keepTaintsOfAks(ObjectNode spec, JsonNode taints) {
    for (JsonNode taint : taints) {
      if (taint.asText().startsWith(OF_AKS)) {
        ArrayNode wanted = spec.withArray("/nodeTaints");
        if (wanted.valueStream().noneMatch(taint::equals)) {
          wanted.add(taint);
        }
      }
    }
  }
}
