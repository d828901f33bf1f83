/**
 * Reads and writes of Auto Scaling groups. Enter at {@link
 * io.weir.provider.aws.group.calls.GroupReader} and {@link
 * io.weir.provider.aws.group.calls.GroupWrites}; what takes a call a group is a detail of its own.
 */
@NullMarked
package io.weir.provider.aws.group.calls;

import org.jspecify.annotations.NullMarked;
