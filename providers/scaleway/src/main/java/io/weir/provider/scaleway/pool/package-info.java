/**
 * What a pool should be, what Kapsule shows of it, and the steps between: {@link
 * io.weir.provider.scaleway.pool.Want}, {@link io.weir.provider.scaleway.pool.Seen}, {@link
 * io.weir.provider.scaleway.pool.Planner}. Pure; calls do not belong here.
 */
@NullMarked
package io.weir.provider.scaleway.pool;

import org.jspecify.annotations.NullMarked;
