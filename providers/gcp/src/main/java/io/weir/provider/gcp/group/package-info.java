/**
 * Managed instance groups: what one should be, what Compute Engine shows of it, and the steps from
 * one to the other. Pure. Enter at {@link io.weir.provider.gcp.group.GroupPlanner}.
 */
@NullMarked
package io.weir.provider.gcp.group;

import org.jspecify.annotations.NullMarked;
