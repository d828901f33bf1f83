/**
 * A sandbox that stays, and what a person sees of it. Enter through {@link
 * io.weir.sandbox.live.SandboxSession}. {@link io.weir.sandbox.live.ScreenModel} is what is known,
 * {@code screen} how it is drawn; what is started and how does not belong here.
 */
@NullMarked
package io.weir.sandbox.live;

import org.jspecify.annotations.NullMarked;
