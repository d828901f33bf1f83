/**
 * Google Cloud: GCPMachinePool, a managed instance group of Compute Engine. Enter at {@link
 * io.weir.provider.gcp.GcpMachinePoolProvider}.
 */
@NullMarked
package io.weir.provider.gcp;

import org.jspecify.annotations.NullMarked;
