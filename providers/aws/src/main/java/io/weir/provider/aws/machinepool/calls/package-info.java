/**
 * How pools of the kind are looked at in the fewest calls, and which part makes a write. Enter at
 * {@link io.weir.provider.aws.machinepool.calls.AwsObserver} and {@link
 * io.weir.provider.aws.machinepool.calls.AwsStepApplier}.
 */
@NullMarked
package io.weir.provider.aws.machinepool.calls;

import org.jspecify.annotations.NullMarked;
