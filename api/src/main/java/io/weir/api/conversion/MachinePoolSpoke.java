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
  private static final List<String> COUNTS = List.of("replicas");

  @Override
  public void toHub(ObjectNode pool) {
    TreeFields.ifObject(pool, MachineTemplateConversion::toHub, "spec");
    statusToHub(TreeFields.getOrCreate(pool, "status"));
  }

  private static void statusToHub(ObjectNode status) {
    StatusConversion.toHub(status, OLDER, NEWER);
    StatusConversion.flagToHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    StatusConversion.flagToHub(status, "infrastructureReady", "infrastructureProvisioned");
    TreeFields.putZeros(status, COUNTS);
  }

  @Override
  public void fromHub(ObjectNode pool, ContractVersions contracts) {
    TreeFields.ifObject(
        pool, spec -> MachineTemplateConversion.fromHub(spec, pool, contracts), "spec");
    statusFromHub(TreeFields.getOrCreate(pool, "status"));
  }

  private static void statusFromHub(ObjectNode status) {
    StatusConversion.fromHub(status, OLDER, NEWER);
    StatusConversion.flagFromHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    StatusConversion.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    TreeFields.putZeros(status, COUNTS);
  }
}
