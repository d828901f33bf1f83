package io.weir.provider.azure;

import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class FlexiblePoolContractIT extends PoolProviderContract<DesiredScaleSet, ObservedScaleSet> {
  @Override
  protected CloudUnderTest<DesiredScaleSet, ObservedScaleSet> cloud() {
    return new AzureUnderTest(AzureMachinePool.FLEXIBLE);
  }
}
