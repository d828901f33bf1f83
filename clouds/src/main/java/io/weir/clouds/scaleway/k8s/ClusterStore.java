package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All clusters, and the ways to what is in them. */
final class ClusterStore {
  final List<SimulatedCluster> all = new ArrayList<>();

  /** The cluster in the path, if the key may see it. */
  SimulatedCluster cluster(ScalewayCall scalewayCall) {
    return visibleClusters(scalewayCall)
        .filter(simulatedCluster -> simulatedCluster.id.equals(scalewayCall.id()))
        .findFirst()
        .orElseThrow(() -> ScalewayErrorException.notFound("cluster", scalewayCall.id()));
  }

  /** The pool in the path. */
  SimulatedPool pool(ScalewayCall scalewayCall) {
    return visibleClusters(scalewayCall)
        .flatMap(simulatedCluster -> simulatedCluster.pools.stream())
        .filter(simulatedPool -> simulatedPool.id.equals(scalewayCall.id()))
        .findFirst()
        .orElseThrow(() -> ScalewayErrorException.notFound("pool", scalewayCall.id()));
  }

  /** The node in the path. */
  SimulatedNode node(ScalewayCall scalewayCall) {
    return visibleClusters(scalewayCall)
        .flatMap(simulatedCluster -> simulatedCluster.pools.stream())
        .flatMap(simulatedPool -> simulatedPool.nodes.stream())
        .filter(simulatedNode -> simulatedNode.id.equals(scalewayCall.id()))
        .findFirst()
        .orElseThrow(() -> ScalewayErrorException.notFound("node", scalewayCall.id()));
  }

  /** The clusters of the call's project and region. */
  Stream<SimulatedCluster> visibleClusters(ScalewayCall scalewayCall) {
    return all.stream()
        .filter(
            simulatedCluster -> simulatedCluster.spec.projectId().equals(scalewayCall.project()))
        .filter(simulatedCluster -> simulatedCluster.spec.region().equals(scalewayCall.region()));
  }

  Optional<SimulatedCluster> withId(String id) {
    return all.stream().filter(simulatedCluster -> simulatedCluster.id.equals(id)).findFirst();
  }

  Stream<SimulatedPool> pools() {
    return all.stream().flatMap(simulatedCluster -> simulatedCluster.pools.stream());
  }

  Stream<SimulatedNode> nodes() {
    return pools().flatMap(simulatedPool -> simulatedPool.nodes.stream());
  }
}
