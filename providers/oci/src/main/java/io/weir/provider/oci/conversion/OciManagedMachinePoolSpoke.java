package io.weir.provider.oci.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Spoke;

/** OCIManagedMachinePool in v1beta1, which knows no cycling. */
public final class OciManagedMachinePoolSpoke implements Spoke {

  @Override
  public void toHub(ObjectNode pool) {}

  @Override
  public void fromHub(ObjectNode pool, ContractVersions contracts) {
    if (pool.path("spec") instanceof ObjectNode spec) {
      spec.remove("nodePoolCyclingDetails");
    }
  }
}
