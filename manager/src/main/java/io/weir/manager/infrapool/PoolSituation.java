package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.core.MachinePool;
import io.weir.provider.Inputs;
import java.util.Optional;

/**
 * What the API server says of an infrastructure pool and what belongs to it.
 *
 * @param pool the infrastructure pool
 * @param machinePool the MachinePool that controls it; absent before it took control, and after it
 *     is gone
 * @param cluster the Cluster
 * @param inputs the same for the provider; absent while there is no MachinePool
 */
record PoolSituation(
    ApiObject pool,
    Optional<ApiObject> machinePool,
    Optional<ApiObject> cluster,
    Optional<Inputs> inputs) {

  /** Name of the Cluster; empty if nothing tells it. */
  String clusterName() {
    return machinePool
        .map(owner -> owner.as(MachinePool.class).spec().clusterName())
        .or(() -> pool.label(Keys.CLUSTER_NAME))
        .orElse("");
  }
}
