/** Which objects are worked on: those that the watch filter admits and nobody has paused; pure. */
@NullMarked
package io.weir.engine.watch;

import org.jspecify.annotations.NullMarked;
