package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What the machines of a group are made from. When one counts as available is said of the group in
 * v1beta1, and of its machines in the stored version.
 */
final class MachineTemplateConversion {

  private static final List<String> MOVED = List.of("minReadySeconds");

  private MachineTemplateConversion() {}

  /** For the spec of a group. */
  static void toHub(ObjectNode spec) {
    if (spec.has("minReadySeconds")) {
      TreeFields.move(spec, TreeFields.getOrCreate(spec, "template", "spec"), MOVED);
    }
    TreeFields.ifObject(spec, MachineSpecConversion::toHub, "template", "spec");
  }

  /** The way back, for the spec of this object. */
  static void fromHub(ObjectNode spec, ObjectNode object, ContractVersions contracts) {
    ObjectNode template = TreeFields.getOrEmpty(spec, "template");
    ObjectNode machine = TreeFields.getOrEmpty(template, "spec");
    if (machine.has("minReadySeconds")) {
      TreeFields.move(machine, spec, MOVED);
      TreeFields.dropIfEmpty(template, "spec");
    }
    TreeFields.getOrCreate(template, "metadata");
    TreeFields.ifObject(
        template, each -> MachineSpecConversion.fromHub(each, object, contracts), "spec");
  }
}
