/** OCIMachinePoolMachine: one member of a pool as an object of the management cluster. */
@NullMarked
package io.weir.provider.oci.machine;

import org.jspecify.annotations.NullMarked;
