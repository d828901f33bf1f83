package io.weir.provider.azure.aso;

import io.weir.api.ApiObject;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A ManagedClustersAgentPool: a node pool of AKS.
 *
 * @see <a href="https://azure.github.io/azure-service-operator/reference/containerservice/">ASO:
 *     ManagedClustersAgentPool</a>
 */
public record AgentPool(ApiObject object) {

  /** Label of the Nodes of a pool; its value is the pool's name in AKS. */
  public static final String NODE_LABEL = "kubernetes.azure.com/agentpool";

  /** Its name in AKS. */
  public String azureName() {
    String name = object.at("/spec/azureName").asText();
    return name.isEmpty() ? object.name() : name;
  }

  /**
   * How many nodes AKS has been asked for, be it by its own autoscaler; absent until it says so.
   */
  public OptionalInt count() {
    return object.at("/status/count").isInt()
        ? OptionalInt.of(object.at("/status/count").asInt())
        : OptionalInt.empty();
  }

  /** The labels by which its Nodes are known in their cluster. */
  public Map<String, String> nodeLabels() {
    return Map.of(NODE_LABEL, azureName());
  }

  /**
   * Whether AKS has the pool. A pool whose creation has failed is not there; one that was there
   * stays so whatever becomes of its changes.
   *
   * @param before whether it was there before
   */
  public boolean exists(boolean before) {
    return switch (object.at("/status/provisioningState").asText()) {
      case "", "Creating" -> false;
      case "Failed", "Canceled" -> before;
      default -> true;
    };
  }
}
