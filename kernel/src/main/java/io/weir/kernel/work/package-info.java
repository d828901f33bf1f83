/**
 * When a key gets its pass: queue, timers, back-off, bounded workers and who has which share of
 * them. Enter at {@link io.weir.kernel.work.Controller}. Nothing here talks to an API server.
 */
@NullMarked
package io.weir.kernel.work;

import org.jspecify.annotations.NullMarked;
