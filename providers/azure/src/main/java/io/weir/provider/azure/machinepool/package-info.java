/**
 * From the objects of an AzureMachinePool to what its scale set should be: enter at {@link
 * io.weir.provider.azure.machinepool.DesiredScaleSetFactory}. Pure.
 */
@NullMarked
package io.weir.provider.azure.machinepool;

import org.jspecify.annotations.NullMarked;
