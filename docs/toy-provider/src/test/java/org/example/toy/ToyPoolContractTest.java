package org.example.toy;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class ToyPoolContractTest
    extends PoolProviderContract<ToyPoolProvider.ToyDesiredState, ToyObservedState> {
  @Override
  protected CloudUnderTest<ToyPoolProvider.ToyDesiredState, ToyObservedState> cloud()
      throws Exception {
    return new ToyCloud();
  }
}
