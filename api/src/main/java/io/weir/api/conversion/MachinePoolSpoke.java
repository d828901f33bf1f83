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
    TreeFields.ifObject(pool, MachinePoolSpoke::specToHub, "spec");
    TreeFields.ifObject(pool, MachineSpecConversion::toHub, "spec", "template", "spec");
    statusToHub(TreeFields.getOrCreate(pool, "status"));
  }

  private static void specToHub(ObjectNode spec) {
    if (spec.has("minReadySeconds")) {
      TreeFields.move(
          spec, TreeFields.getOrCreate(spec, "template", "spec"), List.of("minReadySeconds"));
    }
  }

  private static void statusToHub(ObjectNode status) {
    StatusConversion.toHub(status, OLDER, NEWER);
    StatusConversion.flagToHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    StatusConversion.flagToHub(status, "infrastructureReady", "infrastructureProvisioned");
    if (!status.has("replicas")) {
      status.put("replicas", 0);
    }
  }

  @Override
  public void fromHub(ObjectNode pool, ContractVersions contracts) {
    TreeFields.ifObject(pool, MachinePoolSpoke::specFromHub, "spec");
    TreeFields.ifObject(
        pool,
        machine -> MachineSpecConversion.fromHub(machine, pool, contracts),
        "spec",
        "template",
        "spec");
    statusFromHub(TreeFields.getOrCreate(pool, "status"));
  }

  private static void specFromHub(ObjectNode spec) {
    ObjectNode template = TreeFields.getOrEmpty(spec, "template");
    ObjectNode machine = TreeFields.getOrEmpty(template, "spec");
    if (machine.has("minReadySeconds")) {
      TreeFields.move(machine, spec, List.of("minReadySeconds"));
      TreeFields.dropIfEmpty(template, "spec");
    }
    TreeFields.getOrCreate(template, "metadata");
  }

  private static void statusFromHub(ObjectNode status) {
    StatusConversion.fromHub(status, OLDER, NEWER);
    StatusConversion.flagFromHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    StatusConversion.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    if (!status.has("replicas")) {
      status.put("replicas", 0);
    }
  }
}
