package io.weir.provider.scaleway;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;
import io.weir.provider.scaleway.desired.Want;
import io.weir.provider.scaleway.observed.Seen;

class ScalewayPoolContractIT extends PoolProviderContract<Want, Seen> {
  @Override
  protected CloudUnderTest<Want, Seen> cloud() {
    return new SimulatedKapsule();
  }
}
