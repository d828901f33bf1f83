package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.scaleway.wire.Call;
import io.weir.clouds.scaleway.wire.Refusal;
import io.weir.clouds.scaleway.wire.Routes;

/** What can be done with single nodes. */
final class NodeOperations {
  private final Place place;
  private final Clusters clusters;
  private final PoolEngine engine;

  NodeOperations(Place place, Clusters clusters, PoolEngine engine) {
    this.place = place;
    this.clusters = clusters;
    this.engine = engine;
  }

  void register(Routes routes) {
    routes.read("ListNodes", "/clusters/*/nodes", this::list);
    routes.read("GetNode", "/nodes/*", call -> Pictures.node(clusters.node(call)));
    routes.write("DeleteNode", "DELETE", "/nodes/*", this::delete);
    routes.write("ReplaceNode", "POST", "/nodes/*/replace", this::replace);
  }

  private JsonNode list(Call call) {
    String pool = call.parameter("pool_id").orElse("");
    return Listing.of(
        call,
        "nodes",
        clusters.cluster(call).pools.stream()
            .filter(one -> pool.isEmpty() || one.id.equals(pool))
            .flatMap(one -> one.nodes.stream())
            .map(Pictures::node));
  }

  private JsonNode delete(Call call) {
    Node node = changeable(call);
    Pool pool = node.pool;
    if (pool.upgrading) {
      throw Refusal.transientState("pool", pool.id, "upgrading");
    }
    // Scaleway's documentation: the size of the pool is reduced by one.
    pool.settings = pool.settings.copy();
    pool.settings.size = Math.max(0, pool.settings.size - 1);
    pool.updatedAt = place.now();
    return removed(node);
  }

  private JsonNode replace(Call call) {
    return removed(changeable(call));
  }

  private JsonNode removed(Node node) {
    engine.life().remove(node);
    engine.converge(node.pool);
    return Pictures.node(node);
  }

  private Node changeable(Call call) {
    Node node = clusters.node(call);
    PoolOperations.changeable(node.pool);
    if (node.leaving()) {
      throw Refusal.transientState("node", node.id, node.status);
    }
    return node;
  }
}
