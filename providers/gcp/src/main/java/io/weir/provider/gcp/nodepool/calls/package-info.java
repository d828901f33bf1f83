/** Calls to GKE, and to Compute Engine for the machines of its nodes. Nothing is decided here. */
@NullMarked
package io.weir.provider.gcp.nodepool.calls;

import org.jspecify.annotations.NullMarked;
