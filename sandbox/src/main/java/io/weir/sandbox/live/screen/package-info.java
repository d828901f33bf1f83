/**
 * Draws a screen model into a given number of columns and lines, and brings it to a terminal.
 * {@link io.weir.sandbox.live.screen.ScreenRenderer} decides what fits and is pure; {@link
 * io.weir.sandbox.live.screen.Terminal} knows escape sequences. What is worth showing does not
 * belong here.
 */
@NullMarked
package io.weir.sandbox.live.screen;

import org.jspecify.annotations.NullMarked;
