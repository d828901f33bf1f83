package io.weir.sandbox.cloud.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/** Clusters in Google Cloud, for pools whose file has none. */
final class GeneratedGcpCluster {
  private static final String VERSION = "v1beta1";

  private GeneratedGcpCluster() {}

  /** One whose control plane is there. */
  static List<ObjectNode> attached(ObjectKey key, String region) {
    ObjectNode gcp = infrastructure(SandboxGcp.CLUSTER.kind(), key, region);
    gcp.withObject("/metadata")
        .putObject("annotations")
        .put("cluster.x-k8s.io/managed-by", "sandbox");
    return List.of(gcp, cluster(SandboxGcp.CLUSTER.kind(), key));
  }

  /** One of GKE. */
  static List<ObjectNode> managed(ObjectKey key, String region) {
    ObjectNode controlPlane = object(GkeClusters.CONTROL_PLANE.kind(), key);
    controlPlane.putObject("spec").put("project", GcpSeedData.PROJECT).put("location", region);
    ObjectNode cluster = cluster(GkeClusters.CLUSTER.kind(), key);
    GeneratedObjects.setReference(cluster, "controlPlaneRef", GkeClusters.CONTROL_PLANE.kind());
    return List.of(infrastructure(GkeClusters.CLUSTER.kind(), key, region), controlPlane, cluster);
  }

  private static ObjectNode infrastructure(String kind, ObjectKey key, String region) {
    ObjectNode gcp = object(kind, key);
    ObjectNode spec = gcp.putObject("spec");
    spec.put("project", GcpSeedData.PROJECT).put("region", region);
    spec.putObject("credentialsRef")
        .put("name", key.name() + "-gcp")
        .put("namespace", key.namespace());
    return gcp;
  }

  private static ObjectNode cluster(String infrastructure, ObjectKey key) {
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.CORE, "v1beta2", "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", infrastructure);
    return cluster;
  }

  private static ObjectNode object(String kind, ObjectKey key) {
    return GeneratedObjects.newObject(GeneratedObjects.INFRASTRUCTURE, VERSION, kind, key);
  }
}
