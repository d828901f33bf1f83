/**
 * The calls to Azure that an AzureMachinePool needs: what is observed, asked and written. Enter at
 * {@link io.weir.provider.azure.machinepool.calls.AzureObserver}, {@link
 * io.weir.provider.azure.machinepool.calls.AzureQueryRunner} and {@link
 * io.weir.provider.azure.machinepool.calls.AzureStepApplier}.
 */
@NullMarked
package io.weir.provider.azure.machinepool.calls;

import org.jspecify.annotations.NullMarked;
