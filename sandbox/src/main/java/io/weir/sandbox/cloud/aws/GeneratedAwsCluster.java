package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/** An attached Cluster and its AWSCluster, for pools whose file has none. */
final class GeneratedAwsCluster {
  private GeneratedAwsCluster() {}

  static List<ObjectNode> objects(ObjectKey key, RegionBuilder region) {
    return List.of(aws(key, region), attached(key));
  }

  private static ObjectNode attached(ObjectKey key) {
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.CORE, "v1beta2", "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", "AWSCluster");
    return cluster;
  }

  private static ObjectNode aws(ObjectKey key, RegionBuilder region) {
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.INFRASTRUCTURE, "v1beta2", "AWSCluster", key);
    cluster
        .withObject("/metadata")
        .putObject("annotations")
        .put("cluster.x-k8s.io/managed-by", "sandbox");
    ObjectNode spec = cluster.putObject("spec").put("region", region.name());
    ObjectNode network = spec.putObject("network");
    network.putObject("vpc").put("id", region.vpc());
    ArrayNode subnets = network.putArray("subnets");
    for (Subnet subnet : region.subnets()) {
      subnets.addObject().put("id", subnet.id()).put("availabilityZone", subnet.zone());
    }
    return cluster;
  }
}
