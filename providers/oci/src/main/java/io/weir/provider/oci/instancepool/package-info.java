/**
 * OCIMachinePool: instance pools and the instance configurations that they make instances from, as
 * they should be and as they are, and the steps in between; pure. Enter at {@link
 * io.weir.provider.oci.instancepool.InstancePoolResolver} and {@link
 * io.weir.provider.oci.instancepool.InstancePoolPlanner}. Calls do not belong here.
 */
@NullMarked
package io.weir.provider.oci.instancepool;

import org.jspecify.annotations.NullMarked;
