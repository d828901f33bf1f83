/**
 * The kind AWSMachinePool, put together from its parts: a launch template, an Auto Scaling group
 * and the refresh of its instances. Enter at {@link
 * io.weir.provider.aws.machinepool.AwsDesiredStateResolver}, {@link
 * io.weir.provider.aws.machinepool.AwsPlanner} and {@link
 * io.weir.provider.aws.machinepool.AwsReporter}. Pure. What one part can decide alone belongs
 * there.
 */
@NullMarked
package io.weir.provider.aws.machinepool;

import org.jspecify.annotations.NullMarked;
