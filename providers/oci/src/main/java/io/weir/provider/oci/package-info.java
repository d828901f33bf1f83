/**
 * Oracle Cloud: OCIManagedMachinePool, a node pool of OKE, and OCIMachinePool, an instance pool of
 * Compute.
 */
@NullMarked
package io.weir.provider.oci;

import org.jspecify.annotations.NullMarked;
