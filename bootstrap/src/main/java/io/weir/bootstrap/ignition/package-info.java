/**
 * The configuration that Ignition reads on a worker. Enter with {@link
 * io.weir.bootstrap.ignition.IgnitionWriter}. What a machine is to have is collected as a {@link
 * io.weir.bootstrap.ignition.MachineConfig}, which knows no version; what the user adds, as a
 * Container Linux Config, becomes one too and is merged into it; then it is written in the version
 * asked for.
 */
@NullMarked
package io.weir.bootstrap.ignition;

import org.jspecify.annotations.NullMarked;
