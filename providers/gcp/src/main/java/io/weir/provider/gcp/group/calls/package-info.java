/** Reads of managed instance groups and of their machines. Nothing is decided here. */
@NullMarked
package io.weir.provider.gcp.group.calls;

import org.jspecify.annotations.NullMarked;
