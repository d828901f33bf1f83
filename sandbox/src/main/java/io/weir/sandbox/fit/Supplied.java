package io.weir.sandbox.fit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.world.Subnet;
import java.util.List;

/** An attached Cluster and its AWSCluster, for pools whose file has none. */
final class Supplied {
  private static final String CORE = "cluster.x-k8s.io";
  private static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io";

  private Supplied() {}

  static List<ObjectNode> cluster(ObjectKey key, RegionDraft region) {
    return List.of(aws(key, region), attached(key));
  }

  private static ObjectNode attached(ObjectKey key) {
    ObjectNode cluster = object(CORE, "Cluster", key);
    cluster
        .putObject("spec")
        .putObject("infrastructureRef")
        .put("apiGroup", INFRASTRUCTURE)
        .put("kind", "AWSCluster")
        .put("name", key.name());
    return cluster;
  }

  private static ObjectNode aws(ObjectKey key, RegionDraft region) {
    ObjectNode cluster = object(INFRASTRUCTURE, "AWSCluster", key);
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

  private static ObjectNode object(String group, String kind, ObjectKey key) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("apiVersion", group + "/v1beta2").put("kind", kind);
    object.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    return object;
  }
}
