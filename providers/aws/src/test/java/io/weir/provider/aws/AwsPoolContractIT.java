package io.weir.provider.aws;

import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.PoolProviderContract;

class AwsPoolContractIT extends PoolProviderContract<AwsDesired, AwsObserved> {
  @Override
  protected CloudUnderTest<AwsDesired, AwsObserved> cloud() {
    return new AwsUnderTest();
  }
}
