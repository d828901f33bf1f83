/**
 * One run from nothing to a running pool, told to a person. Enter through {@link
 * io.weir.sandbox.once.SandboxRun}.
 */
@NullMarked
package io.weir.sandbox.once;

import org.jspecify.annotations.NullMarked;
