package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** KubeadmConfigTemplate in v1beta1. */
final class KubeadmConfigTemplateSpoke implements Spoke {

  @Override
  public void toHub(ObjectNode template) {
    Fields.with(template, KubeadmSpec::toHub, "spec", "template", "spec");
  }

  @Override
  public void fromHub(ObjectNode template, ContractVersions contracts) {
    Fields.with(template, KubeadmConfigTemplateSpoke::copyFromHub, "spec", "template");
  }

  /** The older version always has both parts, empty if need be. */
  private static void copyFromHub(ObjectNode copy) {
    Fields.make(copy, "metadata");
    KubeadmSpec.fromHub(Fields.make(copy, "spec"));
  }
}
