/** Measures what N pools cost, as counts and ratios of one run. */
@NullMarked
package io.weir.bench;

import org.jspecify.annotations.NullMarked;
