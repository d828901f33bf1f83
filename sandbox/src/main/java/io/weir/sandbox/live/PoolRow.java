package io.weir.sandbox.live;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.conditions.ConditionStatus;
import java.time.Instant;

/**
 * What a person sees of a MachinePool.
 *
 * @param key its namespace and name
 * @param phase as the API spells it; empty before the first report
 * @param desired how many machines are wanted
 * @param existing how many the cloud has
 * @param ready how many are Ready Nodes
 * @param upToDate how many are made from the template as it is now
 * @param version the Kubernetes version that is wanted; empty for none
 * @param scalingDown who leaves and what that waits for, as the pool says it; empty while nobody
 *     does
 * @param created when it was made
 */
public record PoolRow(
    ObjectKey key,
    String phase,
    int desired,
    int existing,
    int ready,
    int upToDate,
    String version,
    String scalingDown,
    Instant created) {

  static PoolRow of(ApiObject pool) {
    return new PoolRow(
        pool.key(),
        pool.isDeleting() ? "Deleting" : pool.at("/status/phase").asText(""),
        pool.at("/spec/replicas").asInt(1),
        pool.at("/status/replicas").asInt(0),
        pool.at("/status/readyReplicas").asInt(0),
        pool.at("/status/upToDateReplicas").asInt(0),
        pool.at("/spec/template/spec/version").asText(""),
        ConditionLists.find(pool.at("/status/conditions"), ConditionTypes.SCALING_DOWN)
            .filter(condition -> condition.status() == ConditionStatus.TRUE)
            .map(Condition::message)
            .orElse(""),
        pool.creationTimestamp().orElse(Instant.EPOCH));
  }

  /** Its name for people, without the namespace that most use. */
  public String name() {
    return key.namespace().equals("default") ? key.name() : key.namespace() + "/" + key.name();
  }
}
