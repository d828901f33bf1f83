/**
 * How AWSManagedMachinePool changes between v1beta2, which is stored, and v1beta1. Enter at {@link
 * io.weir.provider.aws.conversion.ManagedMachinePoolSpoke}. Pure.
 */
@NullMarked
package io.weir.provider.aws.conversion;

import org.jspecify.annotations.NullMarked;
