/**
 * What a pool's machines were made of whenever all of them were up to date and available, as it is
 * noted on the infrastructure pool for {@code weir rollout undo} (decision record 44). Enter at
 * {@link io.weir.engine.settled.SettledAnnotation}. Nothing else may rely on it: whoever edits the
 * pool can write it. Pure.
 */
@NullMarked
package io.weir.engine.settled;

import org.jspecify.annotations.NullMarked;
