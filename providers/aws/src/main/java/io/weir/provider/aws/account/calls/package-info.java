/**
 * What the calls of all parts go through, and what their failures mean. Enter at {@link
 * io.weir.provider.aws.account.calls.AwsSessions}; vendor codes are sorted in {@link
 * io.weir.provider.aws.account.calls.AwsErrors}. No service of AWS is named here: a part says which
 * one it asks.
 */
@NullMarked
package io.weir.provider.aws.account.calls;

import org.jspecify.annotations.NullMarked;
