package io.weir.clouds.scaleway.k8s;

import static io.weir.clouds.scaleway.k8s.KapsuleOperations.answer;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.http.Routes;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;

/** What can be done with single nodes. */
final class NodeOperations {
  private final KapsuleSite kapsuleSite;
  private final ClusterStore clusterStore;
  private final PoolReconciler engine;

  NodeOperations(KapsuleSite kapsuleSite, ClusterStore clusterStore, PoolReconciler engine) {
    this.kapsuleSite = kapsuleSite;
    this.clusterStore = clusterStore;
    this.engine = engine;
  }

  static void register(Routes<KapsuleOperations, ScalewayCall> routes) {
    routes
        .read("ListNodes", "/clusters/{id}/nodes", answer((k, call) -> k.nodes().list(call)))
        .read("GetNode", "/nodes/{id}", answer((k, call) -> k.nodes().get(call)))
        .write("DeleteNode", "DELETE", "/nodes/{id}", answer((k, call) -> k.nodes().delete(call)))
        .write(
            "ReplaceNode",
            "POST",
            "/nodes/{id}/replace",
            answer((k, call) -> k.nodes().replace(call)));
  }

  private JsonNode get(ScalewayCall scalewayCall) {
    return ResponseJson.node(clusterStore.node(scalewayCall));
  }

  private JsonNode list(ScalewayCall scalewayCall) {
    String pool = scalewayCall.parameter("pool_id").orElse("");
    return ListResponse.of(
        scalewayCall,
        "nodes",
        clusterStore.cluster(scalewayCall).pools.stream()
            .filter(one -> pool.isEmpty() || one.id.equals(pool))
            .flatMap(one -> one.nodes.stream())
            .map(ResponseJson::node));
  }

  private JsonNode delete(ScalewayCall scalewayCall) {
    SimulatedNode simulatedNode = changeable(scalewayCall);
    SimulatedPool simulatedPool = simulatedNode.pool;
    if (simulatedPool.upgrading) {
      throw ScalewayErrorException.transientState("pool", simulatedPool.id, "upgrading");
    }
    // Scaleway's documentation: the size of the pool is reduced by one.
    simulatedPool.settings = simulatedPool.settings.copy();
    simulatedPool.settings.size = Math.max(0, simulatedPool.settings.size - 1);
    simulatedPool.updatedAt = kapsuleSite.now();
    return removed(simulatedNode);
  }

  private JsonNode replace(ScalewayCall scalewayCall) {
    return removed(changeable(scalewayCall));
  }

  private JsonNode removed(SimulatedNode simulatedNode) {
    engine.nodeLifecycle().remove(simulatedNode);
    engine.reconcile(simulatedNode.pool);
    return ResponseJson.node(simulatedNode);
  }

  private SimulatedNode changeable(ScalewayCall scalewayCall) {
    SimulatedNode simulatedNode = clusterStore.node(scalewayCall);
    PoolOperations.requireChangeable(simulatedNode.pool);
    if (simulatedNode.isDeleting()) {
      throw ScalewayErrorException.transientState("node", simulatedNode.id, simulatedNode.status);
    }
    return simulatedNode;
  }
}
