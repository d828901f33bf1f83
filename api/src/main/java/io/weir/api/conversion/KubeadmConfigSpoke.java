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
    Fields.with(config, KubeadmSpec::toHub, "spec");
    ObjectNode status = Fields.make(config, "status");
    Statuses.toHub(status, OLDER, NEWER);
    Statuses.flagToHub(status, "ready", "dataSecretCreated");
  }

  @Override
  public void fromHub(ObjectNode config, ContractVersions contracts) {
    Fields.with(config, KubeadmSpec::fromHub, "spec");
    ObjectNode status = Fields.make(config, "status");
    Statuses.fromHub(status, OLDER, NEWER);
    Statuses.flagFromHub(status, "ready", "dataSecretCreated");
  }
}
