package io.weir.provider.gcp;

import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.ObservedGroup;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;
import java.time.Duration;

class RegionalGroupContractIT extends PoolProviderContract<DesiredGroup, ObservedGroup> {
  @Override
  protected CloudUnderTest<DesiredGroup, ObservedGroup> cloud() {
    return new GcpUnderTest("[]", Duration.ZERO);
  }
}
