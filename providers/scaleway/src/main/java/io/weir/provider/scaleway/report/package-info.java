/**
 * What a pool's object says of what was found out; pure. Enter at {@link
 * io.weir.provider.scaleway.report.ScalewayReporter}.
 */
@NullMarked
package io.weir.provider.scaleway.report;

import org.jspecify.annotations.NullMarked;
