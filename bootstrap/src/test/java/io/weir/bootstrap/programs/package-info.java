/** Runs the programs that read first-boot data on real machines, to check what Weir renders. */
@NullMarked
package io.weir.bootstrap.programs;

import org.jspecify.annotations.NullMarked;
