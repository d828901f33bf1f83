package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;
import java.util.Optional;

/** What is filled in of a MachineSet and a MachineDeployment alike. */
final class MachineGroupDefaults {

  private MachineGroupDefaults() {}

  /**
   * Fills in.
   *
   * @param group to change
   * @param admissionRequest what was sent
   * @param label of its Machines, by which it selects them unless it says otherwise
   * @param name that this label has
   */
  static void fill(ObjectNode group, AdmissionRequest admissionRequest, String label, String name) {
    MachineDefaults.labelCluster(group);
    Optional<ObjectNode> spec = JsonDefaults.find(group, "spec");
    spec.filter(it -> JsonDefaults.isBlank(it, "replicas"))
        .ifPresent(
            it ->
                ReplicasDefault.of(
                        ObjectField.of(admissionRequest.object()),
                        admissionRequest.oldObject().map(ObjectField::of))
                    .ifPresent(replicas -> it.put("replicas", replicas)));
    spec.filter(MachineGroupDefaults::selectsNothing).ifPresent(it -> select(it, label, name));
    JsonDefaults.find(group, "spec", "template", "spec")
        .ifPresent(MachineDefaults::completeVersion);
  }

  private static boolean selectsNothing(ObjectNode spec) {
    return spec.path("selector").path("matchLabels").isEmpty()
        && spec.path("selector").path("matchExpressions").isEmpty();
  }

  /** Asks for a label, and gives it to the Machines to come. */
  static void select(ObjectNode spec, String label, String value) {
    JsonDefaults.getOrCreate(spec, "selector")
        .flatMap(selector -> JsonDefaults.getOrCreate(selector, "matchLabels"))
        .ifPresent(labels -> labels.put(label, value));
    JsonDefaults.getOrCreate(spec, "template")
        .flatMap(template -> JsonDefaults.getOrCreate(template, "metadata"))
        .ifPresent(metadata -> MachineDefaults.label(metadata, label, value));
  }
}
