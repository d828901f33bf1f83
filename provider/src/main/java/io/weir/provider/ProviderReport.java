package io.weir.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.conditions.Condition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the provider sets on its pool; everything else stays as it is.
 *
 * @param spec fields of spec that the contract makes the provider write, such as providerIDList
 * @param status fields of status; an explicit null removes one
 * @param conditions conditions of the provider's own, for the form that {@link
 *     PoolKind#conditionStyle} names. One that is not among them stays as it is, since nothing may
 *     be known of it now
 * @param inapplicable types of conditions of the provider's own that do not apply any more, and are
 *     removed
 * @param annotations annotations to set, or to remove where the value is absent, including provider
 *     annotations that are no longer needed
 * @param replicas the size for MachinePool spec.replicas, where the cloud decides it
 * @param requeueAfter when to reconcile the pool again although nothing has changed
 */
public record ProviderReport(
    ObjectNode spec,
    ObjectNode status,
    List<Condition> conditions,
    Set<String> inapplicable,
    Map<String, Optional<String>> annotations,
    OptionalInt replicas,
    Optional<Duration> requeueAfter) {
  public ProviderReport {
    conditions = List.copyOf(conditions);
    inapplicable = Set.copyOf(inapplicable);
    annotations = Map.copyOf(annotations);
    for (Condition condition : conditions) {
      if (inapplicable.contains(condition.type())) {
        throw new IllegalArgumentException("reported and said not to apply: " + condition);
      }
    }
  }

  /** Fields and conditions only. */
  public ProviderReport(ObjectNode spec, ObjectNode status, List<Condition> conditions) {
    this(spec, status, conditions, Set.of(), Map.of(), OptionalInt.empty(), Optional.empty());
  }

  /** Nothing is known about the pool: no field changes. */
  public static ProviderReport unknown(List<Condition> conditions) {
    return new ProviderReport(
        Json.MAPPER.createObjectNode(), Json.MAPPER.createObjectNode(), conditions);
  }

  /** The pool does not exist in the cloud. */
  public static ProviderReport absent(List<Condition> conditions) {
    return new ProviderReport(
        Json.MAPPER.createObjectNode(),
        Json.MAPPER.createObjectNode().put("ready", false).put("replicas", 0),
        conditions);
  }

  /** The pool exists; its members, in the fields that every infrastructure pool has. */
  public static ProviderReport of(
      PoolMembers poolMembers, boolean ready, List<Condition> conditions) {
    ObjectNode spec = Json.MAPPER.createObjectNode();
    spec.set("providerIDList", poolMembers.providerIds());
    ObjectNode status = Json.MAPPER.createObjectNode().put("ready", ready);
    return new ProviderReport(spec, status.put("replicas", poolMembers.replicas()), conditions)
        .withAnnotations(poolMembers.annotations());
  }

  /** A copy with these annotations too, set or removed. */
  public ProviderReport withAnnotations(Map<String, Optional<String>> others) {
    var all = new HashMap<>(annotations);
    all.putAll(others);
    return new ProviderReport(spec, status, conditions, inapplicable, all, replicas, requeueAfter);
  }

  /**
   * A copy with these conditions, and without those of these types.
   *
   * @throws IllegalArgumentException if one of them is in both
   */
  public ProviderReport withConditions(List<Condition> others, Set<String> without) {
    return new ProviderReport(spec, status, others, without, annotations, replicas, requeueAfter);
  }

  /** A copy with the size that the cloud decides, if it does. */
  public ProviderReport withReplicas(OptionalInt size) {
    return new ProviderReport(
        spec, status, conditions, inapplicable, annotations, size, requeueAfter);
  }

  /**
   * A copy by which conditions of these types, all of them the provider's own, are removed.
   *
   * @throws IllegalArgumentException if one of them is reported
   */
  public ProviderReport withoutConditions(Set<String> types) {
    return new ProviderReport(spec, status, conditions, types, annotations, replicas, requeueAfter);
  }
}
