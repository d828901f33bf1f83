/**
 * Replacing running instances after a change: what is owed, as written down on the pool, and how
 * far it has come. Enter at {@link io.weir.provider.aws.rollout.Rollout}. Pure; nothing here calls
 * AWS.
 */
@NullMarked
package io.weir.provider.aws.rollout;

import org.jspecify.annotations.NullMarked;
