package io.weir.provider.aws.machinepool;

import io.weir.provider.DesiredState;
import io.weir.provider.aws.group.DesiredGroup;
import io.weir.provider.aws.refresh.InstanceRefreshSettings;
import io.weir.provider.aws.template.DesiredTemplate;
import java.util.OptionalInt;

/**
 * What an AWSMachinePool should be in AWS.
 *
 * @param template what its instances are made from
 * @param group what makes them
 * @param refresh how they are replaced
 */
public record AwsDesiredState(
    DesiredTemplate template, DesiredGroup group, InstanceRefreshSettings refresh)
    implements DesiredState {

  @Override
  public OptionalInt desiredSize() {
    return group.settings().capacity() == null ? OptionalInt.empty() : OptionalInt.of(group.size());
  }

  @Override
  public OptionalInt largestSize() {
    return OptionalInt.of(group.settings().max());
  }
}
