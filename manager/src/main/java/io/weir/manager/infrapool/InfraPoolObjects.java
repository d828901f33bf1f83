package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolProvider;
import java.util.Optional;

/**
 * What the API server says of an infrastructure pool and what belongs to it.
 *
 * @param pool the infrastructure pool
 * @param machinePool the MachinePool that controls it; absent before it took control, and after it
 *     is gone
 * @param clusterName name of the Cluster; empty if nothing tells it
 * @param cluster the Cluster
 */
record InfraPoolObjects(
    ApiObject pool,
    Optional<ApiObject> machinePool,
    String clusterName,
    Optional<ApiObject> cluster) {

  /** Who the pool is to its provider. */
  PoolIdentity poolIdentity(PoolProvider<?, ?> provider) {
    return new PoolIdentity(pool.key(), pool.uid(), clusterName, provider.cloudName(pool));
  }
}
