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

/**
 * What the provider sets on its pool; whatever it does not name stays as it is.
 *
 * @param spec fields of spec that the contract makes the provider write, as providerIDList
 * @param status fields of status; an explicit null removes one
 * @param conditions conditions of the provider's own, for the form that {@link PoolKind#conditions}
 *     names
 * @param annotations annotations to set, or to take away where the value is absent: notes that are
 *     no longer needed among them
 * @param replicas the size for MachinePool spec.replicas, where somebody else decides it in the
 *     cloud
 * @param again when the pool is to be looked through again although nothing has changed
 */
public record Report(
    ObjectNode spec,
    ObjectNode status,
    List<Condition> conditions,
    Map<String, Optional<String>> annotations,
    OptionalInt replicas,
    Optional<Duration> again) {
  public Report {
    conditions = List.copyOf(conditions);
    annotations = Map.copyOf(annotations);
  }

  /** Fields and conditions only. */
  public Report(ObjectNode spec, ObjectNode status, List<Condition> conditions) {
    this(spec, status, conditions, Map.of(), OptionalInt.empty(), Optional.empty());
  }

  /** Nothing is known of the pool: no field changes. */
  public static Report unknown(List<Condition> conditions) {
    return new Report(Json.MAPPER.createObjectNode(), Json.MAPPER.createObjectNode(), conditions);
  }

  /** There is no pool. */
  public static Report absent(List<Condition> conditions) {
    return new Report(
        Json.MAPPER.createObjectNode(),
        Json.MAPPER.createObjectNode().put("ready", false).put("replicas", 0),
        conditions);
  }

  /** There is one; its members, in what every infrastructure pool has. */
  public static Report of(Members members, boolean ready, List<Condition> conditions) {
    ObjectNode spec = Json.MAPPER.createObjectNode();
    spec.set("providerIDList", members.providerIds());
    ObjectNode status = Json.MAPPER.createObjectNode().put("ready", ready);
    return new Report(spec, status.put("replicas", members.replicas()), conditions)
        .annotated(members.annotations());
  }

  /** The same with these annotations too, set or taken away. */
  public Report annotated(Map<String, Optional<String>> others) {
    var all = new HashMap<>(annotations);
    all.putAll(others);
    return new Report(spec, status, conditions, all, replicas, again);
  }

  /** The same with the size that somebody else decides, if one does. */
  public Report sized(OptionalInt size) {
    return new Report(spec, status, conditions, annotations, size, again);
  }
}
