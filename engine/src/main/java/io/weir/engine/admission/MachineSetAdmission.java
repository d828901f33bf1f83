package io.weir.engine.admission;

import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.Admission;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.engine.drain.MachineLabels;
import java.util.List;

/** What is filled in and refused when a MachineSet is written. Weir makes no Machines for one. */
final class MachineSetAdmission {

  private MachineSetAdmission() {}

  static Admission create() {
    return new RuleBasedAdmission(
        GroupKind.MACHINE_SET,
        (set, admissionRequest) ->
            MachineGroupDefaults.fill(
                set,
                admissionRequest,
                MetadataKeys.SET_NAME,
                MachineLabels.value(ObjectField.of(set).at("metadata", "name").text())),
        List.of(ReplicasWarnings::warnOfKeptReplicas),
        MachineGroupRules.RULES,
        MachineGroupRules.CREATE_RULES,
        List.of((was, is) -> MachineSpecRules.clusterNameIsImmutable("MachineSet", was, is)),
        List.of());
  }
}
