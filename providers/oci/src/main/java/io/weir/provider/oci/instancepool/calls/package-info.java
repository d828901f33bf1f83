/**
 * The calls to Compute Management that instance pools need. Enter at {@link
 * io.weir.provider.oci.instancepool.calls.InstancePoolCalls}.
 */
@NullMarked
package io.weir.provider.oci.instancepool.calls;

import org.jspecify.annotations.NullMarked;
