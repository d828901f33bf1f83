package io.weir.provider.scaleway;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;
import io.weir.provider.scaleway.pool.Seen;
import io.weir.provider.scaleway.pool.Want;

class ScalewayPoolContractIT extends PoolProviderContract<Want, Seen> {
  @Override
  protected CloudUnderTest<Want, Seen> cloud() {
    return new SimulatedKapsule();
  }
}
