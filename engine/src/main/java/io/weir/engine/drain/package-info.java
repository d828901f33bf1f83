/**
 * What is left to do before a Node may go (decision record 41). Enter at {@link
 * io.weir.engine.drain.DrainStep}: the Pods of the Node in, what to evict and what to wait for out.
 * Pure; listing, evicting and waiting are the manager's.
 */
@NullMarked
package io.weir.engine.drain;

import org.jspecify.annotations.NullMarked;
