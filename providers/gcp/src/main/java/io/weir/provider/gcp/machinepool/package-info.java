/**
 * A GCPMachinePool as a whole: from its objects to what its managed instance group should be, and
 * back to its fields and conditions. Pure but for its calls. Enter at {@link
 * io.weir.provider.gcp.machinepool.GroupResolver} and {@link
 * io.weir.provider.gcp.machinepool.GcpReporter}.
 */
@NullMarked
package io.weir.provider.gcp.machinepool;

import org.jspecify.annotations.NullMarked;
