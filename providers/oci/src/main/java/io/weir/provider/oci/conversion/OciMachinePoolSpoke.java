package io.weir.provider.oci.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Spoke;

/**
 * OCIMachinePool in v1beta1: the same fields, but its schema turns on encryption in transit where
 * nothing is said. An object that says nothing in v1beta2 says no in v1beta1, or whoever reads it
 * there and writes it back would replace its instances.
 */
public final class OciMachinePoolSpoke implements Spoke {
  private static final String ENCRYPTION = "isPvEncryptionInTransitEnabled";

  @Override
  public void toHub(ObjectNode pool) {}

  @Override
  public void fromHub(ObjectNode pool, ContractVersions contracts) {
    if (pool.path("spec").path("instanceConfiguration") instanceof ObjectNode configuration
        && !configuration.hasNonNull(ENCRYPTION)) {
      configuration.put(ENCRYPTION, false);
    }
  }
}
