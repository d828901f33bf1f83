/**
 * What AWS shows of pools, and the look that finds it in the fewest calls. Enter at {@link
 * io.weir.provider.aws.observed.Observer}.
 */
@NullMarked
package io.weir.provider.aws.observed;

import org.jspecify.annotations.NullMarked;
