package io.weir.provider.scaleway;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.observed.ScalewayObservedState;

class ScalewayPoolContractIT
    extends PoolProviderContract<ScalewayDesiredState, ScalewayObservedState> {
  @Override
  protected CloudUnderTest<ScalewayDesiredState, ScalewayObservedState> cloud() {
    return new SimulatedKapsule();
  }
}
