package io.weir.engine.settled;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * What people ask a pool's machines to be made of.
 *
 * @param infrastructure those fields of the infrastructure pool's spec that say so and are set, by
 *     name
 * @param machinePool the same of the MachinePool: {@link #VERSION}, and of its bootstrap {@link
 *     #BOOTSTRAP}
 */
public record MachineSettings(ObjectNode infrastructure, ObjectNode machinePool) {

  /** The Kubernetes version, in {@code spec.template.spec} of the MachinePool. */
  public static final String VERSION = "version";

  /** Where bootstrap data comes from, in {@code spec.template.spec.bootstrap}. */
  public static final List<String> BOOTSTRAP = List.of("configRef", "dataSecretName");

  public MachineSettings {
    infrastructure = infrastructure.deepCopy();
    machinePool = machinePool.deepCopy();
  }

  /**
   * Those that two objects ask for.
   *
   * @param fields which fields of the infrastructure pool's spec say what machines are made of
   */
  public static MachineSettings of(
      ApiObject infrastructurePool, ApiObject machinePool, Collection<String> fields) {
    JsonNode template = machinePool.at("/spec/template/spec");
    ObjectNode ofMachinePool = Json.MAPPER.createObjectNode();
    copy(template, VERSION, ofMachinePool);
    BOOTSTRAP.forEach(field -> copy(template.path("bootstrap"), field, ofMachinePool));
    ObjectNode ofInfrastructure = Json.MAPPER.createObjectNode();
    new TreeSet<>(fields)
        .forEach(field -> copy(infrastructurePool.spec(), field, ofInfrastructure));
    return new MachineSettings(ofInfrastructure, ofMachinePool);
  }

  private static void copy(JsonNode from, String field, ObjectNode to) {
    JsonNode value = from.path(field);
    if (!value.isMissingNode() && !value.isNull()) {
      to.set(field, value);
    }
  }

  /** Whether the MachinePool names the same source of bootstrap data. */
  public boolean bootsFromTheSameAs(MachineSettings other) {
    return BOOTSTRAP.stream()
        .allMatch(field -> machinePool.path(field).equals(other.machinePool.path(field)));
  }
}
