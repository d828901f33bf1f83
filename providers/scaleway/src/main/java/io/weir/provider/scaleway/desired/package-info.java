/**
 * What a pool should be, and where; pure. Enter at {@link io.weir.provider.scaleway.desired.Want}.
 */
@NullMarked
package io.weir.provider.scaleway.desired;

import org.jspecify.annotations.NullMarked;
