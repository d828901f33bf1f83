package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.admission.Admission;
import io.weir.api.admission.Blanks;
import io.weir.api.admission.Field;
import io.weir.api.admission.Request;
import io.weir.api.admission.RuleBook;
import java.util.List;

/**
 * What is filled in when a MachinePool is written: the label of its cluster, replicas, the time-out
 * of Node deletion, the {@code v} of its version; and the finalizer of a new one, so that no moment
 * is too early for its deletion to take along what it names.
 */
final class MachinePoolAdmission {

  private static final int NODE_DELETION_TIMEOUT_SECONDS = 10;

  private MachinePoolAdmission() {}

  static Admission rules() {
    return new RuleBook(
        GroupKind.MACHINE_POOL,
        MachinePoolAdmission::fill,
        List.of(SizeAdvice::keptOnUpdate),
        List.of(
            MachinePoolRules::bootstrap,
            MachinePoolRules::oneCluster,
            MachinePoolRules::version,
            MachinePoolRules::noTaints,
            MachinePoolRules::templateMetadata,
            SizeRules::replicasCanBeChosen),
        List.of(SizeRules::replicasAreNotNegative, SizeRules::autoscalerBounds),
        List.of(MachinePoolRules::clusterStays),
        List.of(
            SizeAdvice::outsideOfTheBounds,
            SizeAdvice::twoAutoscalers,
            PoolAdvice::versionGoesBack,
            PoolAdvice::longName));
  }

  private static void fill(ObjectNode pool, Request request) {
    if (request.old().isEmpty()) {
      Blanks.make(pool, "metadata").ifPresent(MachinePoolAdmission::hold);
    }
    Field given = Field.of(request.object());
    String cluster = given.at("spec", "clusterName").text();
    if (!cluster.isEmpty()) {
      Blanks.make(pool, "metadata")
          .flatMap(metadata -> Blanks.make(metadata, "labels"))
          .ifPresent(labels -> labels.put(Keys.CLUSTER_NAME, cluster));
    }
    Blanks.find(pool, "spec")
        .filter(spec -> Blanks.isBlank(spec, "replicas"))
        .ifPresent(
            spec ->
                Size.of(given, request.old().map(Field::of))
                    .ifPresent(replicas -> spec.put("replicas", replicas)));
    Blanks.find(pool, "spec", "template", "spec").ifPresent(MachinePoolAdmission::fillMachine);
  }

  private static void hold(ObjectNode metadata) {
    if (Blanks.isBlank(metadata, "finalizers")) {
      metadata.putArray("finalizers");
    }
    TextNode ours = TextNode.valueOf(Keys.MACHINE_POOL_FINALIZER);
    if (metadata.path("finalizers") instanceof ArrayNode finalizers
        && finalizers.valueStream().noneMatch(ours::equals)) {
      finalizers.add(ours);
    }
  }

  private static void fillMachine(ObjectNode machine) {
    Blanks.make(machine, "deletion")
        .filter(deletion -> Blanks.isBlank(deletion, "nodeDeletionTimeoutSeconds"))
        .ifPresent(
            deletion -> deletion.put("nodeDeletionTimeoutSeconds", NODE_DELETION_TIMEOUT_SECONDS));
    String version = machine.path("version").asText("");
    // What is no version at all is refused as it was written.
    if (machine.path("version").isTextual() && version.matches("[0-9].*")) {
      machine.put("version", "v" + version);
    }
  }
}
