package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * MachineDeployment in v1beta1, which has limits that nobody heeds, and all that it does to its
 * machines in one strategy.
 */
final class MachineDeploymentSpoke implements Spoke {

  private static final List<String> UNUSED =
      List.of("progressDeadlineSeconds", "revisionHistoryLimit");
  private static final List<String> OLDER_COUNTS =
      List.of("updatedReplicas", "readyReplicas", "availableReplicas", "unavailableReplicas");
  private static final List<String> OLDER =
      List.of(
          "conditions",
          "updatedReplicas",
          "readyReplicas",
          "availableReplicas",
          "unavailableReplicas");
  private static final List<String> NEWER =
      List.of("conditions", "readyReplicas", "availableReplicas", "upToDateReplicas");
  private static final List<String> COUNTS = List.of("replicas");
  private static final String REMEDIATION = "remediation";

  @Override
  public void toHub(ObjectNode deployment) {
    TreeFields.ifObject(deployment, MachineDeploymentSpoke::specToHub, "spec");
    ObjectNode status = TreeFields.getOrCreate(deployment, "status");
    StatusConversion.toHub(status, OLDER, NEWER);
    TreeFields.putZeros(TreeFields.getOrCreate(status, "deprecated", "v1beta1"), OLDER_COUNTS);
    TreeFields.putZeros(status, COUNTS);
  }

  private static void specToHub(ObjectNode spec) {
    spec.remove(UNUSED);
    TreeFields.dropFalse(spec, "paused");
    MachineTemplateConversion.toHub(spec);
    RolloutStrategyConversion.toHub(spec, REMEDIATION);
    ObjectNode rollout = spec.objectNode();
    TreeFields.rename(spec, "rolloutAfter", rollout, "after");
    TreeFields.mergeInto(spec, "rollout", rollout);
    TreeFields.rename(spec, "machineNamingStrategy", spec, "machineNaming");
  }

  @Override
  public void fromHub(ObjectNode deployment, ContractVersions contracts) {
    TreeFields.ifObject(deployment, spec -> specFromHub(spec, deployment, contracts), "spec");
    ObjectNode status = TreeFields.getOrCreate(deployment, "status");
    StatusConversion.fromHub(status, OLDER, NEWER);
    TreeFields.putZeros(status, OLDER_COUNTS);
    TreeFields.putZeros(status, COUNTS);
  }

  private static void specFromHub(
      ObjectNode spec, ObjectNode deployment, ContractVersions contracts) {
    TreeFields.dropFalse(spec, "paused");
    MachineTemplateConversion.fromHub(spec, deployment, contracts);
    TreeFields.rename(TreeFields.getOrEmpty(spec, "rollout"), "after", spec, "rolloutAfter");
    RolloutStrategyConversion.fromHub(spec, REMEDIATION);
    TreeFields.dropIfEmpty(spec, "deletion");
    TreeFields.rename(spec, "machineNaming", spec, "machineNamingStrategy");
    TreeFields.dropIfEmpty(spec, "machineNamingStrategy");
  }
}
