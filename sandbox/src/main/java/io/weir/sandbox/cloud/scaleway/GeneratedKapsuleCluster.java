package io.weir.sandbox.cloud.scaleway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.controlplane.binaries.Binaries;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/** A Cluster that is a cluster of Kapsule, for pools whose file has none. */
final class GeneratedKapsuleCluster {
  private static final String VERSION = "v1alpha2";
  private static final String HOME = "fr-par";

  private GeneratedKapsuleCluster() {}

  /** The region of a zone such as {@code fr-par-1}; the first one where none is named. */
  static String regionOfZone(String zone) {
    return zone.matches("[a-z]+-[a-z]+-\\d+") ? zone.replaceFirst("-\\d+$", "") : HOME;
  }

  /**
   * All of it.
   *
   * @param version of Kubernetes, such as {@code v1.35.4}; may be empty
   */
  static List<ObjectNode> objects(ObjectKey key, String region, String version) {
    ObjectNode managed =
        GeneratedObjects.newObject(
            GeneratedObjects.INFRASTRUCTURE, VERSION, "ScalewayManagedCluster", key);
    managed
        .putObject("spec")
        .put("region", region)
        .put("projectID", ScalewaySeedData.PROJECT.id())
        .put("scalewaySecretName", key.name() + "-scaleway");
    ObjectNode controlPlane =
        GeneratedObjects.newObject(
            GeneratedObjects.INFRASTRUCTURE, VERSION, "ScalewayManagedControlPlane", key);
    controlPlane
        .putObject("spec")
        .put("clusterName", key.name())
        .put("version", version.isEmpty() ? Binaries.kubernetesVersion() : version);
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.CORE, "v1beta2", "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", "ScalewayManagedCluster");
    GeneratedObjects.setReference(cluster, "controlPlaneRef", "ScalewayManagedControlPlane");
    return List.of(managed, controlPlane, cluster);
  }
}
