package io.weir.provider.oci;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;
import io.weir.provider.oci.nodepool.DesiredNodePool;
import io.weir.provider.oci.nodepool.ObservedNodePools;

class OciManagedPoolContractIT extends PoolProviderContract<DesiredNodePool, ObservedNodePools> {
  @Override
  protected CloudUnderTest<DesiredNodePool, ObservedNodePools> cloud() {
    return new SimulatedOke();
  }
}
