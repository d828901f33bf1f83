package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.scaleway.wire.Call;
import io.weir.clouds.scaleway.wire.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All clusters, and the ways to what is in them. */
final class Clusters {
  final List<Cluster> all = new ArrayList<>();

  /** The cluster in the path, if the key may see it. */
  Cluster cluster(Call call) {
    return visible(call)
        .filter(cluster -> cluster.id.equals(call.id()))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("cluster", call.id()));
  }

  /** The pool in the path. */
  Pool pool(Call call) {
    return visible(call)
        .flatMap(cluster -> cluster.pools.stream())
        .filter(pool -> pool.id.equals(call.id()))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("pool", call.id()));
  }

  /** The node in the path. */
  Node node(Call call) {
    return visible(call)
        .flatMap(cluster -> cluster.pools.stream())
        .flatMap(pool -> pool.nodes.stream())
        .filter(node -> node.id.equals(call.id()))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("node", call.id()));
  }

  /** The clusters of the call's project and region. */
  Stream<Cluster> visible(Call call) {
    return all.stream()
        .filter(cluster -> cluster.seed.projectId().equals(call.project()))
        .filter(cluster -> cluster.seed.region().equals(call.region()));
  }

  Optional<Cluster> withId(String id) {
    return all.stream().filter(cluster -> cluster.id.equals(id)).findFirst();
  }

  Stream<Pool> pools() {
    return all.stream().flatMap(cluster -> cluster.pools.stream());
  }

  Stream<Node> nodes() {
    return pools().flatMap(pool -> pool.nodes.stream());
  }
}
