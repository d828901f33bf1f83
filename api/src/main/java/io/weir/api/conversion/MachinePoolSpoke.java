package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

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

  @Override
  public void toHub(ObjectNode pool) {
    Fields.with(pool, MachinePoolSpoke::specToHub, "spec");
    Fields.with(pool, MachineSpecs::toHub, "spec", "template", "spec");
    statusToHub(Fields.make(pool, "status"));
  }

  private static void specToHub(ObjectNode spec) {
    if (spec.has("minReadySeconds")) {
      Fields.move(spec, Fields.make(spec, "template", "spec"), List.of("minReadySeconds"));
    }
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
        pool,
        machine -> MachineSpecs.fromHub(machine, pool, contracts),
        "spec",
        "template",
        "spec");
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

  private static void statusFromHub(ObjectNode status) {
    Statuses.fromHub(status, OLDER, NEWER);
    Statuses.flagFromHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    Statuses.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    if (!status.has("replicas")) {
      status.put("replicas", 0);
    }
  }
}
