package io.weir.provider.azure.account;

import io.weir.api.ApiObject;
import io.weir.api.core.Cluster;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureCluster;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureManagedControlPlane;
import io.weir.provider.azure.api.AzureReasons;
import java.util.Optional;

/**
 * The cluster that a pool belongs to and its Azure side.
 *
 * @param cluster the Cluster
 * @param infrastructure the AzureCluster, or the AzureManagedControlPlane of a cluster of AKS
 */
public record AzureClusterObjects(ApiObject cluster, ApiObject infrastructure) {

  /**
   * Finds them.
   *
   * @throws PrerequisiteException if one is missing, or of a kind that is not supported
   */
  public static AzureClusterObjects of(PoolInputs in) throws PrerequisiteException {
    ApiObject infrastructure =
        isOfAks(in)
            ? in.controlPlane(AzureKinds.MANAGED_CONTROL_PLANE)
            : in.infrastructureCluster(AzureKinds.CLUSTER);
    return new AzureClusterObjects(in.cluster().orElseThrow(), infrastructure);
  }

  private static boolean isOfAks(PoolInputs in) {
    return in.cluster()
        .flatMap(cluster -> Optional.ofNullable(cluster.as(Cluster.class).spec().controlPlaneRef()))
        .filter(reference -> reference.groupKind().equals(AzureKinds.MANAGED_CONTROL_PLANE))
        .isPresent();
  }

  /** Whether AKS runs the control plane. */
  public boolean isOfAks() {
    return infrastructure.groupKind().equals(AzureKinds.MANAGED_CONTROL_PLANE);
  }

  /** Its Azure side; a cluster of AKS as it looks to machines that join it. */
  public AzureCluster azureCluster() {
    return isOfAks()
        ? infrastructure.as(AzureManagedControlPlane.class).asAzureCluster(infrastructure.name())
        : infrastructure.as(AzureCluster.class);
  }

  /** Whether what machines need is there. */
  public boolean isProvisioned() {
    return cluster.as(Cluster.class).status().initialization().infrastructureProvisioned();
  }

  /**
   * Makes sure that the virtual network is known.
   *
   * @throws PrerequisiteException if it has no name yet, or one that is none
   */
  public void requireNetwork() throws PrerequisiteException {
    AzureCluster.NetworkSpec network = azureCluster().spec().networkSpec();
    if (network.vnet().name().isEmpty()) {
      throw PrerequisiteException.waiting(
          AzureReasons.SUBNETS_NOT_FOUND,
          "%s %s has no name yet"
              .formatted(
                  infrastructure, isOfAks() ? "spec.virtualNetwork" : "spec.networkSpec.vnet"));
    }
    if (isOfAks()) {
      String field = infrastructure + " spec.virtualNetwork.";
      String _ = ResourcePath.name(field + "name", network.vnet().name());
      for (AzureCluster.Subnet subnet : network.subnets()) {
        String _ = ResourcePath.name(field + "subnet.name", subnet.name());
      }
    }
  }
}
