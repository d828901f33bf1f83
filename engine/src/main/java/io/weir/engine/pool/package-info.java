/**
 * What a MachinePool's status says and what follows from it. Enter at {@link
 * io.weir.engine.pool.PoolStatusDecider}: a snapshot in, a decision out. {@link
 * io.weir.engine.pool.MachinePoolObjects} and {@link io.weir.engine.pool.PoolSnapshotFactory} make
 * the snapshot from objects, {@link io.weir.engine.pool.MachinePoolStatusFields} and {@link
 * io.weir.engine.pool.MachinePoolEdits} bring the decision into them. Fetching and writing them is
 * the manager's.
 */
@NullMarked
package io.weir.engine.pool;

import org.jspecify.annotations.NullMarked;
