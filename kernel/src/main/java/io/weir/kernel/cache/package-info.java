/**
 * What the watches know: one list and watch per kind and selector, and which kinds are installed.
 * Enter at {@link io.weir.kernel.cache.Informers}. The watch decides what is true; answers to our
 * own writes are only laid over it for reading, never for dropping an event.
 */
@NullMarked
package io.weir.kernel.cache;

import org.jspecify.annotations.NullMarked;
