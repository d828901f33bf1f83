/**
 * Measures what N pools cost, as counts and ratios of one run, beside the budget. Enter through
 * {@link io.weir.bench.BenchCommand}. Counting itself belongs to {@link io.weir.sandbox.usage}.
 */
@NullMarked
package io.weir.bench;

import org.jspecify.annotations.NullMarked;
