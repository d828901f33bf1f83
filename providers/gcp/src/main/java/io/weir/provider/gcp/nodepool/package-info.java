/**
 * Node pools of GKE: what one should be, what GKE shows of it, which write comes next, and what is
 * told of it. Enter at {@link io.weir.provider.gcp.nodepool.NodePoolResolver} and {@link
 * io.weir.provider.gcp.nodepool.NodePoolPlanner}.
 */
@NullMarked
package io.weir.provider.gcp.nodepool;

import org.jspecify.annotations.NullMarked;
