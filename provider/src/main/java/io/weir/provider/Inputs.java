package io.weir.provider;

import io.weir.api.ApiObject;
import java.util.Optional;

/**
 * All that a desired state is made from, as one look at the API server's objects.
 *
 * @param pool the infrastructure pool
 * @param machinePool the MachinePool that owns it
 * @param cluster the Cluster, absent when it is gone
 * @param bootstrap first-boot data, absent until it exists or where the cloud needs none
 * @param related reads objects of the kinds in {@link PoolProvider#reads()}
 */
public record Inputs(
    ApiObject pool,
    ApiObject machinePool,
    Optional<ApiObject> cluster,
    Optional<BootstrapData> bootstrap,
    Related related) {}
