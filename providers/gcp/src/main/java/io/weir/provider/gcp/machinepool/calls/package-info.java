/**
 * The calls about managed instance groups and their templates: observations, queries and writes.
 * Nothing is decided here. Enter at {@link io.weir.provider.gcp.machinepool.calls.GroupObserver}.
 */
@NullMarked
package io.weir.provider.gcp.machinepool.calls;

import org.jspecify.annotations.NullMarked;
