package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All clusters, and the ways to what is in them. */
final class ClusterStore {
  final List<Cluster> all = new ArrayList<>();

  /** The cluster in the path, if the key may see it. */
  Cluster cluster(ScalewayCall scalewayCall) {
    return visibleClusters(scalewayCall)
        .filter(cluster -> cluster.id.equals(scalewayCall.id()))
        .findFirst()
        .orElseThrow(() -> ScalewayErrorException.notFound("cluster", scalewayCall.id()));
  }

  /** The pool in the path. */
  Pool pool(ScalewayCall scalewayCall) {
    return visibleClusters(scalewayCall)
        .flatMap(cluster -> cluster.pools.stream())
        .filter(pool -> pool.id.equals(scalewayCall.id()))
        .findFirst()
        .orElseThrow(() -> ScalewayErrorException.notFound("pool", scalewayCall.id()));
  }

  /** The node in the path. */
  Node node(ScalewayCall scalewayCall) {
    return visibleClusters(scalewayCall)
        .flatMap(cluster -> cluster.pools.stream())
        .flatMap(pool -> pool.nodes.stream())
        .filter(node -> node.id.equals(scalewayCall.id()))
        .findFirst()
        .orElseThrow(() -> ScalewayErrorException.notFound("node", scalewayCall.id()));
  }

  /** The clusters of the call's project and region. */
  Stream<Cluster> visibleClusters(ScalewayCall scalewayCall) {
    return all.stream()
        .filter(cluster -> cluster.spec.projectId().equals(scalewayCall.project()))
        .filter(cluster -> cluster.spec.region().equals(scalewayCall.region()));
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
