package io.weir.sandbox.prepare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.seed.Subnet;
import java.util.List;

/** An attached Cluster and its AWSCluster, for pools whose file has none. */
final class GeneratedAwsCluster {
  static final String CORE = "cluster.x-k8s.io";
  static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io";

  private GeneratedAwsCluster() {}

  static List<ObjectNode> objects(ObjectKey key, RegionBuilder region) {
    return List.of(aws(key, region), attached(key));
  }

  private static ObjectNode attached(ObjectKey key) {
    ObjectNode cluster = newObject(CORE, "v1beta2", "Cluster", key);
    setReference(cluster, "infrastructureRef", "AWSCluster");
    return cluster;
  }

  /** Has a Cluster refer to an infrastructure object of its own name. */
  static void setReference(ObjectNode cluster, String field, String kind) {
    cluster
        .withObject("/spec")
        .putObject(field)
        .put("apiGroup", INFRASTRUCTURE)
        .put("kind", kind)
        .put("name", cluster.at("/metadata/name").asText());
  }

  private static ObjectNode aws(ObjectKey key, RegionBuilder region) {
    ObjectNode cluster = newObject(INFRASTRUCTURE, "v1beta2", "AWSCluster", key);
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

  /** An object without a spec. */
  static ObjectNode newObject(String group, String version, String kind, ObjectKey key) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("apiVersion", group + "/" + version).put("kind", kind);
    object.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    return object;
  }
}
