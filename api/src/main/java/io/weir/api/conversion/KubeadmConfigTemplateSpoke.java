package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** KubeadmConfigTemplate in v1beta1. */
final class KubeadmConfigTemplateSpoke implements Spoke {

  @Override
  public void toHub(ObjectNode template) {
    TreeFields.ifObject(template, KubeadmConfigSpecConversion::toHub, "spec", "template", "spec");
  }

  @Override
  public void fromHub(ObjectNode template, ContractVersions contracts) {
    TreeFields.ifObject(template, KubeadmConfigTemplateSpoke::copyFromHub, "spec", "template");
  }

  /** The older version always has both parts, empty if need be. */
  private static void copyFromHub(ObjectNode copy) {
    TreeFields.getOrCreate(copy, "metadata");
    KubeadmConfigSpecConversion.fromHub(TreeFields.getOrCreate(copy, "spec"));
  }
}
