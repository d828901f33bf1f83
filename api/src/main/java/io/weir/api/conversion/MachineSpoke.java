package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Machine in v1beta1, which has no {@code minReadySeconds}, no failure domain in its status and no
 * phase Updating.
 */
final class MachineSpoke implements Spoke {

  private static final List<String> OLDER =
      List.of("conditions", "failureReason", "failureMessage");
  private static final List<String> NEWER = List.of("conditions");

  @Override
  public void toHub(ObjectNode machine) {
    TreeFields.ifObject(machine, MachineSpecConversion::toHub, "spec");
    TreeFields.ifObject(machine, MachineSpoke::statusToHub, "status");
  }

  private static void statusToHub(ObjectNode status) {
    StatusConversion.toHub(status, OLDER, NEWER);
    TreeFields.dropIfEmpty(TreeFields.getOrEmpty(status, "deprecated"), "v1beta1");
    TreeFields.dropIfEmpty(status, "deprecated");
    StatusConversion.flagToHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    StatusConversion.flagToHub(status, "infrastructureReady", "infrastructureProvisioned");
    TreeFields.ifObject(status, node -> node.retain("name"), "nodeRef");
    dropNameless(status);
  }

  @Override
  public void fromHub(ObjectNode machine, ContractVersions contracts) {
    TreeFields.ifObject(machine, spec -> specFromHub(spec, machine, contracts), "spec");
    statusFromHub(TreeFields.getOrCreate(machine, "status"));
  }

  private static void specFromHub(ObjectNode spec, ObjectNode machine, ContractVersions contracts) {
    MachineSpecConversion.fromHub(spec, machine, contracts);
    spec.remove("minReadySeconds");
  }

  private static void statusFromHub(ObjectNode status) {
    StatusConversion.fromHub(status, OLDER, NEWER);
    StatusConversion.flagFromHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    StatusConversion.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    dropNameless(status);
    TreeFields.ifObject(
        status, node -> node.put("apiVersion", "v1").put("kind", "Node"), "nodeRef");
    status.remove("failureDomain");
    if (status.path("phase").asText().equals("Updating")) {
      status.put("phase", "Running");
    }
  }

  /** A reference to a Node that names none refers to none. */
  private static void dropNameless(ObjectNode status) {
    JsonNode node = status.path("nodeRef");
    if (node.isObject() && node.path("name").asText("").isEmpty()) {
      status.remove("nodeRef");
    }
  }
}
