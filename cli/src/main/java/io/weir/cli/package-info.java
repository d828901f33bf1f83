/**
 * The weir command: arguments in, exit code and words out. Enter through {@link io.weir.cli.Weir}.
 * Whatever a command does belongs to the module that it names.
 */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
