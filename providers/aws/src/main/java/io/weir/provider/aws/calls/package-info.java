/**
 * The few AWS calls in use, one request each, and what their failures mean. Enter at {@link
 * io.weir.provider.aws.calls.AwsClient}; vendor codes are sorted in {@link
 * io.weir.provider.aws.calls.AwsErrors}.
 */
@NullMarked
package io.weir.provider.aws.calls;

import org.jspecify.annotations.NullMarked;
