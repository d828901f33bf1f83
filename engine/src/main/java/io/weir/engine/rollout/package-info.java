/**
 * How many machines a pool is to have and which of them leave, while it grows, shrinks and rolls
 * (decision record 39). Enter at {@link io.weir.engine.rollout.PoolPlanner}: a look at the pool in,
 * a plan out. Pure.
 */
@NullMarked
package io.weir.engine.rollout;

import org.jspecify.annotations.NullMarked;
