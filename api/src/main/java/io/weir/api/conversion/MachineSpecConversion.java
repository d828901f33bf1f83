package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** What a machine is to be: the spec of a Machine, and of the template of a MachinePool. */
final class MachineSpecConversion {

  private static final Map<String, String> TIMEOUTS =
      Map.of(
          "nodeDrainTimeout", "nodeDrainTimeoutSeconds",
          "nodeVolumeDetachTimeout", "nodeVolumeDetachTimeoutSeconds",
          "nodeDeletionTimeout", "nodeDeletionTimeoutSeconds");

  private MachineSpecConversion() {}

  static void toHub(ObjectNode machine) {
    timeoutsToHub(machine);
    TreeFields.ifObject(machine, ReferenceConversion::toHub, "bootstrap", "configRef");
    TreeFields.ifObject(machine, ReferenceConversion::toHub, "infrastructureRef");
  }

  /** The way back, for the spec of, or in, this object. */
  static void fromHub(ObjectNode machine, ObjectNode object, ContractVersions contracts) {
    timeoutsFromHub(machine);
    TreeFields.ifObject(
        machine,
        ref -> ReferenceConversion.fromHub(ref, object, contracts),
        "bootstrap",
        "configRef");
    TreeFields.ifObject(
        machine, ref -> ReferenceConversion.fromHub(ref, object, contracts), "infrastructureRef");
  }

  /** How long the steps of a machine's removal may take, which the stored version has together. */
  static void timeoutsToHub(ObjectNode machine) {
    ObjectNode deletion = machine.objectNode();
    TIMEOUTS.forEach((old, hub) -> DurationConversion.toSeconds(machine, old, deletion, hub));
    if (!deletion.isEmpty()) {
      TreeFields.getOrCreate(machine, "deletion").setAll(deletion);
    }
  }

  /** The way back. */
  static void timeoutsFromHub(ObjectNode machine) {
    TreeFields.ifObject(
        machine,
        deletion ->
            TIMEOUTS.forEach(
                (old, hub) -> DurationConversion.fromSeconds(deletion, hub, machine, old)),
        "deletion");
    TreeFields.dropIfEmpty(machine, "deletion");
  }
}
