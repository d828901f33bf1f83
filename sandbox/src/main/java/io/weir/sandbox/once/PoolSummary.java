package io.weir.sandbox.once;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import java.util.Set;

/**
 * What a person wants to see of a MachinePool.
 *
 * @param key its namespace and name
 * @param phase as the API spells it; empty before the first report
 * @param desired how many machines are wanted
 * @param replicas how many there are
 * @param providerIds the machines that the pool names as its members
 */
record PoolSummary(
    ObjectKey key, String phase, int desired, int replicas, Set<String> providerIds) {
  static PoolSummary of(ApiObject object) {
    var spec = object.as(MachinePool.class).spec();
    Integer wanted = spec.replicas();
    return new PoolSummary(
        object.key(),
        object.at("/status/phase").asText(""),
        wanted == null ? 1 : wanted,
        object.at("/status/replicas").asInt(0),
        Set.copyOf(spec.providerIDList()));
  }
}
