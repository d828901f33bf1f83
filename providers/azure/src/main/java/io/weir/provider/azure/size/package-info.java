/**
 * What a VM size can do, and whether a pool may ask for it: enter at {@link
 * io.weir.provider.azure.size.VmSizeQuery} and {@link io.weir.provider.azure.size.VmSizeRules}.
 * Pure.
 */
@NullMarked
package io.weir.provider.azure.size;

import org.jspecify.annotations.NullMarked;
