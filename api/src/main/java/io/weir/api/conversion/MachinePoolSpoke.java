package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** MachinePool in v1beta1. */
final class MachinePoolSpoke implements Spoke {

  private static final List<String> OLDER =
      List.of(
          "conditions",
          "failureReason",
          "failureMessage",
          "readyReplicas",
          "availableReplicas",
          "unavailableReplicas");
  private static final List<String> NEWER =
      List.of("conditions", "readyReplicas", "availableReplicas", "upToDateReplicas");
  private static final Map<String, String> TIMEOUTS =
      Map.of(
          "nodeDrainTimeout", "nodeDrainTimeoutSeconds",
          "nodeVolumeDetachTimeout", "nodeVolumeDetachTimeoutSeconds",
          "nodeDeletionTimeout", "nodeDeletionTimeoutSeconds");

  @Override
  public void toHub(ObjectNode pool) {
    Fields.with(pool, MachinePoolSpoke::specToHub, "spec");
    Fields.with(pool, MachinePoolSpoke::machineToHub, "spec", "template", "spec");
    statusToHub(Fields.make(pool, "status"));
  }

  private static void specToHub(ObjectNode spec) {
    if (spec.has("minReadySeconds")) {
      Fields.move(spec, Fields.make(spec, "template", "spec"), List.of("minReadySeconds"));
    }
  }

  private static void machineToHub(ObjectNode machine) {
    ObjectNode deletion = machine.objectNode();
    TIMEOUTS.forEach((old, hub) -> Durations.toSeconds(machine, old, deletion, hub));
    if (!deletion.isEmpty()) {
      Fields.make(machine, "deletion").setAll(deletion);
    }
    Fields.with(machine, References::toHub, "bootstrap", "configRef");
    Fields.with(machine, References::toHub, "infrastructureRef");
  }

  private static void statusToHub(ObjectNode status) {
    Statuses.toHub(status, OLDER, NEWER);
    Statuses.flagToHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    Statuses.flagToHub(status, "infrastructureReady", "infrastructureProvisioned");
    if (!status.has("replicas")) {
      status.put("replicas", 0);
    }
  }

  @Override
  public void fromHub(ObjectNode pool, ContractVersions contracts) {
    Fields.with(pool, MachinePoolSpoke::specFromHub, "spec");
    Fields.with(
        pool, machine -> machineFromHub(machine, pool, contracts), "spec", "template", "spec");
    statusFromHub(Fields.make(pool, "status"));
  }

  private static void specFromHub(ObjectNode spec) {
    ObjectNode template = Fields.look(spec, "template");
    ObjectNode machine = Fields.look(template, "spec");
    if (machine.has("minReadySeconds")) {
      Fields.move(machine, spec, List.of("minReadySeconds"));
      Fields.dropIfEmpty(template, "spec");
    }
    Fields.make(template, "metadata");
  }

  private static void machineFromHub(
      ObjectNode machine, ObjectNode pool, ContractVersions contracts) {
    Fields.with(
        machine,
        deletion ->
            TIMEOUTS.forEach((old, hub) -> Durations.fromSeconds(deletion, hub, machine, old)),
        "deletion");
    Fields.dropIfEmpty(machine, "deletion");
    Fields.with(machine, ref -> References.fromHub(ref, pool, contracts), "bootstrap", "configRef");
    Fields.with(machine, ref -> References.fromHub(ref, pool, contracts), "infrastructureRef");
  }

  private static void statusFromHub(ObjectNode status) {
    Statuses.fromHub(status, OLDER, NEWER);
    Statuses.flagFromHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    Statuses.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    if (!status.has("replicas")) {
      status.put("replicas", 0);
    }
  }
}
