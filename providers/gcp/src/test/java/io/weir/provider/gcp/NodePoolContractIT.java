package io.weir.provider.gcp;

import io.weir.provider.gcp.nodepool.DesiredNodePool;
import io.weir.provider.gcp.nodepool.ObservedNodePool;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class NodePoolContractIT extends PoolProviderContract<DesiredNodePool, ObservedNodePool> {
  @Override
  protected CloudUnderTest<DesiredNodePool, ObservedNodePool> cloud() {
    return new GkeUnderTest();
  }
}
