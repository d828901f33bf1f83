/**
 * What AWS shows of pools, and how to observe it in the fewest calls. Enter at {@link
 * io.weir.provider.aws.observed.AwsObserver}.
 */
@NullMarked
package io.weir.provider.aws.observed;

import org.jspecify.annotations.NullMarked;
