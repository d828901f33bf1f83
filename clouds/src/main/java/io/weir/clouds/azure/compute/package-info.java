/**
 * Scale sets in both orchestration modes, their instances, sizes and images. {@link
 * io.weir.clouds.azure.compute.Compute} is where to enter.
 */
@NullMarked
package io.weir.clouds.azure.compute;

import org.jspecify.annotations.NullMarked;
