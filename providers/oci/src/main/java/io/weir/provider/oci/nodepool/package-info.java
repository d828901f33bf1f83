/**
 * OCIManagedMachinePool: node pools of OKE, as they should be and as they are, and the steps in
 * between; pure. Enter at {@link io.weir.provider.oci.nodepool.NodePoolResolver} and {@link
 * io.weir.provider.oci.nodepool.NodePoolPlanner}. Calls do not belong here.
 */
@NullMarked
package io.weir.provider.oci.nodepool;

import org.jspecify.annotations.NullMarked;
