/**
 * What must hold at every moment of every life, judged while tests run. Enter through {@link
 * io.weir.sandbox.watchman.Watchman}. A property decides on records alone; reading clocks, files
 * and servers belongs to the adapters.
 */
package io.weir.sandbox.watchman;
