package org.example.toy;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class ToyPoolContractTest extends PoolProviderContract<ToyPoolProvider.Want, ToySeen> {
  @Override
  protected CloudUnderTest<ToyPoolProvider.Want, ToySeen> cloud() throws Exception {
    return new ToyCloud();
  }
}
