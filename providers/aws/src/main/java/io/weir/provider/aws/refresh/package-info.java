/**
 * Replacing running instances after a change: what is owed, as written down on the pool, how far it
 * has come, the instance refreshes that do it, and the condition that tells. Enter at {@link
 * io.weir.provider.aws.refresh.Rollout} and {@link
 * io.weir.provider.aws.refresh.InstanceRefreshPlanner}. Pure.
 */
@NullMarked
package io.weir.provider.aws.refresh;

import org.jspecify.annotations.NullMarked;
