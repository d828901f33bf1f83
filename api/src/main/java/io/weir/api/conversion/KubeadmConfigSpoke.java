package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** KubeadmConfig in v1beta1. */
final class KubeadmConfigSpoke implements Spoke {

  private static final List<String> OLDER =
      List.of("conditions", "failureReason", "failureMessage");
  private static final List<String> NEWER = List.of("conditions");

  @Override
  public void toHub(ObjectNode config) {
    TreeFields.ifObject(config, KubeadmConfigSpecConversion::toHub, "spec");
    ObjectNode status = TreeFields.getOrCreate(config, "status");
    StatusConversion.toHub(status, OLDER, NEWER);
    StatusConversion.flagToHub(status, "ready", "dataSecretCreated");
  }

  @Override
  public void fromHub(ObjectNode config, ContractVersions contracts) {
    TreeFields.ifObject(config, KubeadmConfigSpecConversion::fromHub, "spec");
    ObjectNode status = TreeFields.getOrCreate(config, "status");
    StatusConversion.fromHub(status, OLDER, NEWER);
    StatusConversion.flagFromHub(status, "ready", "dataSecretCreated");
  }
}
