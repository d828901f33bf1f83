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
    Node node = changeable(scalewayCall);
    Pool pool = node.pool;
    if (pool.upgrading) {
      throw ScalewayErrorException.transientState("pool", pool.id, "upgrading");
    }
    // Scaleway's documentation: the size of the pool is reduced by one.
    pool.settings = pool.settings.copy();
    pool.settings.size = Math.max(0, pool.settings.size - 1);
    pool.updatedAt = kapsuleContext.now();
    return removed(node);
  }

  private JsonNode replace(ScalewayCall scalewayCall) {
    return removed(changeable(scalewayCall));
  }

  private JsonNode removed(Node node) {
    engine.nodeLifecycle().remove(node);
    engine.reconcile(node.pool);
    return ResponseJson.node(node);
  }

  private Node changeable(ScalewayCall scalewayCall) {
    Node node = clusterStore.node(scalewayCall);
    PoolOperations.requireChangeable(node.pool);
    if (node.isDeleting()) {
      throw ScalewayErrorException.transientState("node", node.id, node.status);
    }
    return node;
  }
}
