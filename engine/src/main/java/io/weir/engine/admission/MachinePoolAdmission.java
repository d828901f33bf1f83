package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.RuleBasedAdmission;
import java.util.List;

/**
 * What is filled in when a MachinePool is written: the label of its cluster, replicas, the time-out
 * of Node deletion, the {@code v} of its version; and the finalizer of a new one, so that no moment
 * is too early for its deletion to take along what it names.
 */
final class MachinePoolAdmission {

  private static final int NODE_DELETION_TIMEOUT_SECONDS = 10;

  private MachinePoolAdmission() {}

  static Admission create() {
    return new RuleBasedAdmission(
        GroupKind.MACHINE_POOL,
        MachinePoolAdmission::fill,
        List.of(ReplicasWarnings::warnOfKeptReplicas),
        List.of(
            MachinePoolRules::bootstrapIsGiven,
            MachinePoolRules::clusterNamesMatch,
            MachinePoolRules::versionIsValid,
            MachinePoolRules::noTaints,
            MachinePoolRules::templateMetadataIsValid,
            ReplicasRules::replicasCanBeChosen),
        List.of(ReplicasRules::replicasAreNotNegative, ReplicasRules::autoscalerBoundsAreValid),
        List.of(MachinePoolRules::clusterNameIsImmutable),
        List.of(
            ReplicasWarnings::warnOfReplicasOutOfBounds,
            ReplicasWarnings::warnOfTwoAutoscalers,
            MachinePoolWarnings::warnOfDowngrade,
            MachinePoolWarnings::warnOfLongName));
  }

  private static void fill(ObjectNode pool, AdmissionRequest admissionRequest) {
    if (admissionRequest.oldObject().isEmpty()) {
      JsonDefaults.getOrCreate(pool, "metadata").ifPresent(MachinePoolAdmission::hold);
    }
    ObjectField given = ObjectField.of(admissionRequest.object());
    String cluster = given.at("spec", "clusterName").text();
    if (!cluster.isEmpty()) {
      JsonDefaults.getOrCreate(pool, "metadata")
          .flatMap(metadata -> JsonDefaults.getOrCreate(metadata, "labels"))
          .ifPresent(labels -> labels.put(MetadataKeys.CLUSTER_NAME, cluster));
    }
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
    JsonDefaults.getOrCreate(machine, "deletion")
        .filter(deletion -> JsonDefaults.isBlank(deletion, "nodeDeletionTimeoutSeconds"))
        .ifPresent(
            deletion -> deletion.put("nodeDeletionTimeoutSeconds", NODE_DELETION_TIMEOUT_SECONDS));
    String version = machine.path("version").asText("");
    // What is no version at all is refused as it was written.
    if (machine.path("version").isTextual() && version.matches("[0-9].*")) {
      machine.put("version", "v" + version);
    }
  }
}
