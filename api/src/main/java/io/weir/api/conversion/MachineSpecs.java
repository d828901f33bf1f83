package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** What a machine is to be: the spec of a Machine, and of the template of a MachinePool. */
final class MachineSpecs {

  private static final Map<String, String> TIMEOUTS =
      Map.of(
          "nodeDrainTimeout", "nodeDrainTimeoutSeconds",
          "nodeVolumeDetachTimeout", "nodeVolumeDetachTimeoutSeconds",
          "nodeDeletionTimeout", "nodeDeletionTimeoutSeconds");

  private MachineSpecs() {}

  static void toHub(ObjectNode machine) {
    timeoutsToHub(machine);
    Fields.with(machine, References::toHub, "bootstrap", "configRef");
    Fields.with(machine, References::toHub, "infrastructureRef");
  }

  /** The way back, for the spec of, or in, this object. */
  static void fromHub(ObjectNode machine, ObjectNode object, ContractVersions contracts) {
    timeoutsFromHub(machine);
    Fields.with(
        machine, ref -> References.fromHub(ref, object, contracts), "bootstrap", "configRef");
    Fields.with(machine, ref -> References.fromHub(ref, object, contracts), "infrastructureRef");
  }

  /** How long the steps of a machine's removal may take, which the stored version has together. */
  static void timeoutsToHub(ObjectNode machine) {
    ObjectNode deletion = machine.objectNode();
    TIMEOUTS.forEach((old, hub) -> Durations.toSeconds(machine, old, deletion, hub));
    if (!deletion.isEmpty()) {
      Fields.make(machine, "deletion").setAll(deletion);
    }
  }

  /** The way back. */
  static void timeoutsFromHub(ObjectNode machine) {
    Fields.with(
        machine,
        deletion ->
            TIMEOUTS.forEach((old, hub) -> Durations.fromSeconds(deletion, hub, machine, old)),
        "deletion");
    Fields.dropIfEmpty(machine, "deletion");
  }
}
