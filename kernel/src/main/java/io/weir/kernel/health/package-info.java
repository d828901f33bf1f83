/**
 * Whether the threads that must never stand still go round. Enter at {@link
 * io.weir.kernel.health.Heartbeat}. What to do about one that does not is decided elsewhere.
 */
@NullMarked
package io.weir.kernel.health;

import org.jspecify.annotations.NullMarked;
