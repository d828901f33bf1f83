package io.weir.provider.aws;

import io.weir.provider.aws.eks.EksDesiredState;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class EksPoolContractIT extends PoolProviderContract<EksDesiredState, EksObservedState> {
  @Override
  protected CloudUnderTest<EksDesiredState, EksObservedState> cloud() {
    return new SimulatedEks();
  }
}
