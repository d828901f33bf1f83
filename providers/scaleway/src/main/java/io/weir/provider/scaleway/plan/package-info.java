/**
 * The steps from what Kapsule shows to what a pool should be; pure. Enter at {@link
 * io.weir.provider.scaleway.plan.ScalewayPlanner}; calls do not belong here.
 */
@NullMarked
package io.weir.provider.scaleway.plan;

import org.jspecify.annotations.NullMarked;
