package io.weir.pass;

import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.PoolNode;
import java.util.Optional;

/**
 * An instance of a pool and its Node.
 *
 * @param instance as the cloud shows it
 * @param freshness whether it is as it would be made now
 * @param node its Node; absent if it has none, or the workload cluster is out of reach
 * @param machine its infrastructure machine; absent if it has none
 */
public record PoolMember(
    Instance instance,
    Freshness freshness,
    Optional<PoolNode> node,
    Optional<PoolMachine> machine) {}
