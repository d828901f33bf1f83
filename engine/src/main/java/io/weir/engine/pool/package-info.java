/**
 * What a MachinePool's status says and what follows from it. Enter at {@link
 * io.weir.engine.pool.PoolEngine}: a snapshot in, a decision out. Reading objects and writing them
 * is the manager's.
 */
@NullMarked
package io.weir.engine.pool;

import org.jspecify.annotations.NullMarked;
