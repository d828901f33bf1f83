package io.weir.provider.aws;

import io.weir.provider.aws.machinepool.AwsDesiredState;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class AwsPoolContractIT extends PoolProviderContract<AwsDesiredState, AwsObservedState> {
  @Override
  protected CloudUnderTest<AwsDesiredState, AwsObservedState> cloud() {
    return new AwsUnderTest();
  }
}
