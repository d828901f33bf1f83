/**
 * Kubernetes Events: what happened to an object, told once, to people. Enter at {@link
 * io.weir.kernel.events.EventRecorder}. Nothing depends on an Event being written.
 */
@NullMarked
package io.weir.kernel.events;

import org.jspecify.annotations.NullMarked;
