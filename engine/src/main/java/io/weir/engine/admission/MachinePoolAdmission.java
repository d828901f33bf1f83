package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.engine.watch.ReconciledObjects;
import java.util.List;

/**
 * What is filled in when a MachinePool is written: the label of its cluster, replicas, the time-out
 * of Node deletion, the {@code v} of its version; and the finalizer of a new one that this manager
 * reconciles, so that no moment is too early for its deletion to take along what it names. Of
 * others nobody would take it away.
 */
final class MachinePoolAdmission {

  private MachinePoolAdmission() {}

  static Admission create(ReconciledObjects reconciled) {
    return new RuleBasedAdmission(
        GroupKind.MACHINE_POOL,
        (pool, admissionRequest) -> fill(pool, admissionRequest, reconciled),
        List.of(ReplicasWarnings::warnOfKeptReplicas),
        List.of(
            MachinePoolRules::bootstrapIsGiven,
            MachineSpecRules::clusterNamesMatch,
            MachinePoolRules::versionIsValid,
            MachinePoolRules::noTaints,
            MachinePoolRules::templateMetadataIsValid,
            ReplicasRules::replicasCanBeChosen,
            RolloutRules::annotationsAreUnderstood),
        List.of(ReplicasRules::replicasAreNotNegative, ReplicasRules::autoscalerBoundsAreValid),
        List.of((was, is) -> MachineSpecRules.clusterNameIsImmutable("MachinePool", was, is)),
        List.of(
            ReplicasWarnings::warnOfReplicasOutOfBounds,
            ReplicasWarnings::warnOfTwoAutoscalers,
            RolloutRules::warnOfNoRoom,
            MachinePoolWarnings::warnOfDowngrade,
            MachinePoolWarnings::warnOfLongName));
  }

  private static void fill(
      ObjectNode pool, AdmissionRequest admissionRequest, ReconciledObjects reconciled) {
    if (admissionRequest.oldObject().isEmpty() && reconciled.contains(new ApiObject(pool))) {
      JsonDefaults.getOrCreate(pool, "metadata").ifPresent(MachinePoolAdmission::hold);
    }
    MachineDefaults.labelCluster(pool);
    ObjectField given = ObjectField.of(admissionRequest.object());
    JsonDefaults.find(pool, "spec")
        .filter(spec -> JsonDefaults.isBlank(spec, "replicas"))
        .ifPresent(
            spec ->
                ReplicasDefault.of(given, admissionRequest.oldObject().map(ObjectField::of))
                    .ifPresent(replicas -> spec.put("replicas", replicas)));
    JsonDefaults.find(pool, "spec", "template", "spec")
        .ifPresent(MachinePoolAdmission::fillMachine);
  }

  private static void hold(ObjectNode metadata) {
    if (JsonDefaults.isBlank(metadata, "finalizers")) {
      metadata.putArray("finalizers");
    }
    TextNode ours = TextNode.valueOf(MetadataKeys.MACHINE_POOL_FINALIZER);
    if (metadata.path("finalizers") instanceof ArrayNode finalizers
        && finalizers.valueStream().noneMatch(ours::equals)) {
      finalizers.add(ours);
    }
  }

  private static void fillMachine(ObjectNode machine) {
    MachineDefaults.limitNodeDeletion(machine);
    MachineDefaults.completeVersion(machine);
  }
}
