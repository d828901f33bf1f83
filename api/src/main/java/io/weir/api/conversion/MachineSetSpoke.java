package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** MachineSet in v1beta1, where numbers are never absent. */
final class MachineSetSpoke implements Spoke {

  private static final List<String> OLDER_COUNTS =
      List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas");
  private static final List<String> OLDER =
      List.of(
          "conditions",
          "failureReason",
          "failureMessage",
          "fullyLabeledReplicas",
          "readyReplicas",
          "availableReplicas");
  private static final List<String> NEWER =
      List.of("conditions", "readyReplicas", "availableReplicas", "upToDateReplicas");
  private static final List<String> COUNTS = List.of("replicas");

  @Override
  public void toHub(ObjectNode set) {
    TreeFields.ifObject(set, MachineSetSpoke::specToHub, "spec");
    ObjectNode status = TreeFields.getOrCreate(set, "status");
    StatusConversion.toHub(status, OLDER, NEWER);
    TreeFields.putZeros(TreeFields.getOrCreate(status, "deprecated", "v1beta1"), OLDER_COUNTS);
    TreeFields.putZeros(status, COUNTS);
  }

  private static void specToHub(ObjectNode spec) {
    TreeFields.dropZero(spec, "minReadySeconds");
    MachineTemplateConversion.toHub(spec);
    ObjectNode deletion = spec.objectNode();
    TreeFields.rename(spec, "deletePolicy", deletion, "order");
    TreeFields.mergeInto(spec, "deletion", deletion);
    TreeFields.rename(spec, "machineNamingStrategy", spec, "machineNaming");
  }

  @Override
  public void fromHub(ObjectNode set, ContractVersions contracts) {
    TreeFields.ifObject(set, spec -> specFromHub(spec, set, contracts), "spec");
    ObjectNode status = TreeFields.getOrCreate(set, "status");
    StatusConversion.fromHub(status, OLDER, NEWER);
    TreeFields.putZeros(status, OLDER_COUNTS);
    TreeFields.putZeros(status, COUNTS);
  }

  private static void specFromHub(ObjectNode spec, ObjectNode set, ContractVersions contracts) {
    MachineTemplateConversion.fromHub(spec, set, contracts);
    TreeFields.dropZero(spec, "minReadySeconds");
    TreeFields.ifObject(
        spec, deletion -> TreeFields.rename(deletion, "order", spec, "deletePolicy"), "deletion");
    TreeFields.dropIfEmpty(spec, "deletion");
    TreeFields.rename(spec, "machineNaming", spec, "machineNamingStrategy");
    TreeFields.dropIfEmpty(spec, "machineNamingStrategy");
  }
}
