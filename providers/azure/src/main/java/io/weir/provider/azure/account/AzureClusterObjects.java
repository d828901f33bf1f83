package io.weir.provider.azure.account;

import io.weir.api.ApiObject;
import io.weir.api.core.Cluster;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureCluster;
import io.weir.provider.azure.api.AzureKinds;

/**
 * The cluster that a pool belongs to and its Azure side.
 *
 * @param cluster the Cluster
 * @param infrastructure the AzureCluster
 */
public record AzureClusterObjects(ApiObject cluster, ApiObject infrastructure) {

  /**
   * Finds them.
   *
   * @throws PrerequisiteException if one is missing, or of a kind that is not supported
   */
  public static AzureClusterObjects of(PoolInputs in) throws PrerequisiteException {
    ApiObject infrastructure = in.infrastructureCluster(AzureKinds.CLUSTER);
    return new AzureClusterObjects(in.cluster().orElseThrow(), infrastructure);
  }

  /** Its Azure side, as a record. */
  public AzureCluster azureCluster() {
    return infrastructure.as(AzureCluster.class);
  }

  /** Whether what machines need is there. */
  public boolean isProvisioned() {
    return cluster.as(Cluster.class).status().initialization().infrastructureProvisioned();
  }
}
