/**
 * How ScalewayManagedMachinePool changes between v1alpha2, which is stored, and v1alpha1. Enter at
 * {@link io.weir.provider.scaleway.conversion.ScalewayMachinePoolSpoke}.
 */
@NullMarked
package io.weir.provider.scaleway.conversion;

import org.jspecify.annotations.NullMarked;
