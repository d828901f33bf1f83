package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.controlplane.binaries.Binaries;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/** A Cluster that is a cluster of AKS, for pools whose file has none. */
final class GeneratedAksCluster {
  /** The kind that says which version the cluster has. */
  static final String CONTROL_PLANE = "AzureManagedControlPlane";

  private GeneratedAksCluster() {}

  /**
   * All of it.
   *
   * @param version of Kubernetes, such as {@code v1.35.4}; may be empty
   */
  static List<ObjectNode> objects(ObjectKey key, String version) {
    ObjectNode controlPlane =
        GeneratedObjects.newObject(GeneratedObjects.INFRASTRUCTURE, "v1beta1", CONTROL_PLANE, key);
    ObjectNode spec = controlPlane.putObject("spec");
    spec.put("location", AksCloud.REGION).put("resourceGroupName", key.name());
    spec.put("version", version.isEmpty() ? Binaries.kubernetesVersion() : version);
    spec.putObject("identityRef").put("name", key.name());
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.CORE, "v1beta2", "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", "AzureManagedCluster");
    GeneratedObjects.setReference(cluster, "controlPlaneRef", CONTROL_PLANE);
    return List.of(controlPlane, cluster);
  }
}
