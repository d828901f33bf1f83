/**
 * What a pool should be, and where; pure. Enter at {@link
 * io.weir.provider.scaleway.desired.ScalewayDesiredState}.
 */
@NullMarked
package io.weir.provider.scaleway.desired;

import org.jspecify.annotations.NullMarked;
