/**
 * Reads and writes of instance refreshes. Enter at {@link
 * io.weir.provider.aws.refresh.calls.RefreshWrites} and {@link
 * io.weir.provider.aws.refresh.calls.InstanceRefreshDetail}.
 */
@NullMarked
package io.weir.provider.aws.refresh.calls;

import org.jspecify.annotations.NullMarked;
