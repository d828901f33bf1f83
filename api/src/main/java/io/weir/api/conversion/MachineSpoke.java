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
    Fields.with(machine, MachineSpecs::toHub, "spec");
    Fields.with(machine, MachineSpoke::statusToHub, "status");
  }

  private static void statusToHub(ObjectNode status) {
    Statuses.toHub(status, OLDER, NEWER);
    Fields.dropIfEmpty(Fields.look(status, "deprecated"), "v1beta1");
    Fields.dropIfEmpty(status, "deprecated");
    Statuses.flagToHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    Statuses.flagToHub(status, "infrastructureReady", "infrastructureProvisioned");
    Fields.with(status, node -> node.retain("name"), "nodeRef");
    dropNameless(status);
  }

  @Override
  public void fromHub(ObjectNode machine, ContractVersions contracts) {
    Fields.with(machine, spec -> specFromHub(spec, machine, contracts), "spec");
    statusFromHub(Fields.make(machine, "status"));
  }

  private static void specFromHub(ObjectNode spec, ObjectNode machine, ContractVersions contracts) {
    MachineSpecs.fromHub(spec, machine, contracts);
    spec.remove("minReadySeconds");
  }

  private static void statusFromHub(ObjectNode status) {
    Statuses.fromHub(status, OLDER, NEWER);
    Statuses.flagFromHub(status, "bootstrapReady", "bootstrapDataSecretCreated");
    Statuses.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    dropNameless(status);
    Fields.with(status, node -> node.put("apiVersion", "v1").put("kind", "Node"), "nodeRef");
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
