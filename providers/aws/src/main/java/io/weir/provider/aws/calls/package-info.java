/**
 * The few AWS calls in use, one request each, named by what they are about, and what their failures
 * mean. They go through a session, which {@link io.weir.provider.aws.calls.AwsSessions} gives;
 * vendor codes are sorted in {@link io.weir.provider.aws.calls.AwsErrors}.
 */
@NullMarked
package io.weir.provider.aws.calls;

import org.jspecify.annotations.NullMarked;
