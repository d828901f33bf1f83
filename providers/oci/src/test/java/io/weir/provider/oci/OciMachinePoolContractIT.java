package io.weir.provider.oci;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;
import io.weir.provider.oci.instancepool.DesiredInstancePool;
import io.weir.provider.oci.instancepool.ObservedInstancePool;

class OciMachinePoolContractIT
    extends PoolProviderContract<DesiredInstancePool, ObservedInstancePool> {
  @Override
  protected CloudUnderTest<DesiredInstancePool, ObservedInstancePool> cloud() {
    return new SimulatedCompute();
  }
}
