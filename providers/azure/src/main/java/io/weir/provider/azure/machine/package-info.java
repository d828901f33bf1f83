/** AzureMachinePoolMachine: one instance of a scale set as an object of the management cluster. */
@NullMarked
package io.weir.provider.azure.machine;

import org.jspecify.annotations.NullMarked;
