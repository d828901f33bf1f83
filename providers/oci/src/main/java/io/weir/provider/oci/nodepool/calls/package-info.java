/**
 * The calls to OKE that node pools need. Enter at {@link
 * io.weir.provider.oci.nodepool.calls.NodePoolCalls}.
 */
@NullMarked
package io.weir.provider.oci.nodepool.calls;

import org.jspecify.annotations.NullMarked;
