package org.example.fleet;

import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class FleetPoolContractTest extends PoolProviderContract<DesiredFleet, ObservedFleet> {
  @Override
  protected CloudUnderTest<DesiredFleet, ObservedFleet> cloud() throws Exception {
    return new FleetCloud();
  }
}
