/**
 * The answers to {@link io.weir.provider.aws.network.NetworkQuery}. Enter at {@link
 * io.weir.provider.aws.network.calls.NetworkReader}.
 */
@NullMarked
package io.weir.provider.aws.network.calls;

import org.jspecify.annotations.NullMarked;
