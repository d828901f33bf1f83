package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.Admission;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.api.admission.Violation;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is filled in and refused when a Machine is written. One of a pool needs no bootstrap data of
 * its own.
 */
final class MachineAdmission {

  private static final String CONFIG = "KubeadmConfig";

  private MachineAdmission() {}

  static Admission create() {
    return new RuleBasedAdmission(
        GroupKind.MACHINE,
        (machine, _) -> fill(machine),
        List.of(),
        List.of(
            MachineAdmission::bootstrapIsGiven,
            machine -> MachineSpecRules.versionIsValid(machine.at("spec")),
            machine -> MachineSpecRules.noTaints(machine.at("spec"), CONFIG)),
        List.of(),
        List.of((was, is) -> MachineSpecRules.clusterNameIsImmutable("Machine", was, is)),
        List.of());
  }

  private static void fill(ObjectNode machine) {
    MachineDefaults.labelCluster(machine);
    JsonDefaults.find(machine, "spec")
        .ifPresent(
            spec -> {
              MachineDefaults.completeVersion(spec);
              MachineDefaults.limitNodeDeletion(spec);
            });
  }

  private static Stream<Violation> bootstrapIsGiven(ObjectField machine) {
    return isOfPool(machine)
        ? Stream.empty()
        : MachineSpecRules.bootstrapIsGiven(machine.at("spec"), CONFIG);
  }

  private static boolean isOfPool(ObjectField machine) {
    ObjectField metadata = machine.at("metadata");
    return metadata.at("labels").entry(MetadataKeys.POOL_NAME).isSet()
        || metadata
            .at("ownerReferences")
            .items()
            .anyMatch(owner -> owner.at("kind").hasText(GroupKind.MACHINE_POOL.kind()));
  }
}
