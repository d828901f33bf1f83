package io.weir.provider.aws.desired;

import io.weir.provider.DesiredState;

/**
 * What an AWSMachinePool should be in AWS.
 *
 * @param template what its instances are made from
 * @param group what makes them
 * @param refresh how they are replaced
 */
public record AwsDesiredState(
    DesiredTemplate template, DesiredGroup group, InstanceRefreshSettings refresh)
    implements DesiredState {}
