package io.weir.provider.scaleway.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Spoke;

/**
 * ScalewayManagedMachinePool in v1alpha1: the same spec under weaker rules, and a status of one
 * flag and one number.
 */
public final class ScalewayMachinePoolSpoke implements Spoke {
  private static final String READY = "ready";

  @Override
  public void toHub(ObjectNode pool) {
    // In v1alpha1 a size of 0 says nothing; the stored version has no such size.
    if (pool.path("spec") instanceof ObjectNode spec && isZero(spec.path("rootVolumeSizeGB"))) {
      spec.remove("rootVolumeSizeGB");
    }
    if (!(pool.path("status") instanceof ObjectNode status)) {
      return;
    }
    if (status.path(READY).asBoolean()) {
      status.withObject("/initialization").put("provisioned", true);
    } else {
      status.remove(READY);
    }
  }

  @Override
  public void fromHub(ObjectNode pool, ContractVersions contracts) {
    if (pool.path("status") instanceof ObjectNode status) {
      boolean provisioned = status.path("initialization").path("provisioned").asBoolean();
      status.remove("initialization");
      status.remove("conditions");
      status.put(READY, provisioned);
    }
  }

  private static boolean isZero(JsonNode number) {
    return number.isIntegralNumber() && number.longValue() == 0;
  }
}
