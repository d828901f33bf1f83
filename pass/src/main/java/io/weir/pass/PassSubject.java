package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolIdentity;
import java.util.Optional;

/**
 * What the API server says of an infrastructure pool and what belongs to it.
 *
 * @param pool the infrastructure pool
 * @param machinePool the MachinePool that controls it; absent before it took control, and after it
 *     is gone
 * @param clusterName name of the Cluster; empty if nothing tells it
 * @param cluster the Cluster
 * @param claim what it can show for its claim to cloud objects
 * @param objects what it is made of in the management cluster
 * @param machines its infrastructure machines
 * @param secrets the Secret that it has for its bootstrap data
 * @param nodes the Nodes of its workload cluster
 * @param drains takes Nodes of it out of service
 */
public record PassSubject(
    ApiObject pool,
    Optional<ApiObject> machinePool,
    String clusterName,
    Optional<ApiObject> cluster,
    OwnershipClaim claim,
    ObjectAccess objects,
    PoolMachineView machines,
    SecretAccess secrets,
    WorkloadNodeView nodes,
    NodeDrains drains) {

  /** Whether the Cluster is being deleted as well; not if it is merely missing. */
  boolean goesWithCluster() {
    return cluster.filter(ApiObject::isDeleting).isPresent();
  }

  /** Who the pool is, by the name of its cloud objects. */
  public PoolIdentity identity(String cloudName) {
    return new PoolIdentity(pool.key(), pool.uid(), clusterName, cloudName, claim);
  }
}
