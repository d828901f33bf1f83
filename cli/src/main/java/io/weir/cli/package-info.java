/** The weir command: arguments in, exit code and words out. */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
