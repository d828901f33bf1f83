/**
 * Runs foreign programs so that none outlives this JVM. Enter through {@link
 * io.weir.controlplane.process.SupervisedProcess} for servers and {@link
 * io.weir.controlplane.process.Command} for programs that end by themselves. What the programs are
 * does not belong here.
 */
@NullMarked
package io.weir.controlplane.process;

import org.jspecify.annotations.NullMarked;
