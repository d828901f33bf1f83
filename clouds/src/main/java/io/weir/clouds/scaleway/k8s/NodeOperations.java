package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.scaleway.wire.Routes;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;

/** What can be done with single nodes. */
final class NodeOperations {
  private final KapsuleContext kapsuleContext;
  private final ClusterStore clusterStore;
  private final PoolReconciler engine;

  NodeOperations(KapsuleContext kapsuleContext, ClusterStore clusterStore, PoolReconciler engine) {
    this.kapsuleContext = kapsuleContext;
    this.clusterStore = clusterStore;
    this.engine = engine;
  }

  void register(Routes routes) {
    routes.addRead("ListNodes", "/clusters/*/nodes", this::list);
    routes.addRead(
        "GetNode", "/nodes/*", scalewayCall -> ResponseJson.node(clusterStore.node(scalewayCall)));
    routes.addWrite("DeleteNode", "DELETE", "/nodes/*", this::delete);
    routes.addWrite("ReplaceNode", "POST", "/nodes/*/replace", this::replace);
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
    simulatedPool.updatedAt = kapsuleContext.now();
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
