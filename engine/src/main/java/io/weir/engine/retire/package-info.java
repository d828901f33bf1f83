/**
 * Instances that leave a pool: why, how far they are, and in which order they are chosen (decision
 * records 3 and 39). {@link io.weir.engine.retire.Retirements} is what an annotation of the pool
 * holds. Pure.
 */
@NullMarked
package io.weir.engine.retire;

import org.jspecify.annotations.NullMarked;
