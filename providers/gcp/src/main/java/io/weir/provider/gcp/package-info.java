/** Google Cloud: GCPMachinePool, a managed instance group of Compute Engine. */
@NullMarked
package io.weir.provider.gcp;

import org.jspecify.annotations.NullMarked;
