/**
 * MachinePools: takes its bootstrap config and its infrastructure pool in hand, carries members and
 * bootstrap data between them, marks their Nodes, and reports. What the report says is decided in
 * {@code io.weir.engine.pool}. Enter at {@link
 * io.weir.manager.machinepool.MachinePoolControllerSetup}.
 */
@NullMarked
package io.weir.manager.machinepool;

import org.jspecify.annotations.NullMarked;
