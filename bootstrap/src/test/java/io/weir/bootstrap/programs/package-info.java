/** Runs the programs that read bootstrap data on real machines, to check what Weir renders. */
@NullMarked
package io.weir.bootstrap.programs;

import org.jspecify.annotations.NullMarked;
