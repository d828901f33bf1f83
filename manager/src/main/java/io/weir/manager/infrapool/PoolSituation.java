package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.provider.PoolName;
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
record PoolSituation(
    ApiObject pool,
    Optional<ApiObject> machinePool,
    String clusterName,
    Optional<ApiObject> cluster) {

  /** Who the pool is to its provider. */
  PoolName name(PoolProvider<?, ?> provider) {
    return new PoolName(pool.key(), pool.uid(), clusterName, provider.cloudName(pool));
  }
}
