package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/** A Cluster that is one of EKS, for pools whose file has none. */
final class GeneratedEksCluster {
  private static final String VERSION = "v1beta2";

  private GeneratedEksCluster() {}

  /**
   * All of it.
   *
   * @param version of Kubernetes, such as {@code v1.35.4}; may be empty
   */
  static List<ObjectNode> objects(ObjectKey key, RegionBuilder region, String version) {
    return List.of(managed(key), controlPlane(key, region, version), cluster(key));
  }

  private static ObjectNode managed(ObjectKey key) {
    ObjectNode managed =
        GeneratedObjects.newObject(
            GeneratedObjects.INFRASTRUCTURE, VERSION, "AWSManagedCluster", key);
    managed.putObject("spec");
    return managed;
  }

  private static ObjectNode controlPlane(ObjectKey key, RegionBuilder region, String version) {
    ObjectNode controlPlane =
        GeneratedObjects.newObject(
            EksClusters.CONTROL_PLANE.group(), VERSION, EksClusters.CONTROL_PLANE.kind(), key);
    ObjectNode spec = controlPlane.putObject("spec").put("region", region.name());
    if (!version.isEmpty()) {
      spec.put("version", version);
    }
    ObjectNode network = spec.putObject("network");
    network.putObject("vpc").put("id", region.vpc());
    ArrayNode subnets = network.putArray("subnets");
    for (Subnet subnet : region.subnets()) {
      subnets.addObject().put("id", subnet.id()).put("availabilityZone", subnet.zone());
    }
    return controlPlane;
  }

  private static ObjectNode cluster(ObjectKey key) {
    ObjectNode cluster = GeneratedObjects.newObject(GeneratedObjects.CORE, VERSION, "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", "AWSManagedCluster");
    GeneratedObjects.setReference(cluster, "controlPlaneRef", EksClusters.CONTROL_PLANE.kind());
    cluster.withObject("/spec/controlPlaneRef").put("apiGroup", EksClusters.CONTROL_PLANE.group());
    return cluster;
  }
}
