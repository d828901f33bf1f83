/**
 * How the pool kinds change between v1beta2, which is stored, and v1beta1. One class for each kind.
 */
@NullMarked
package io.weir.provider.oci.conversion;

import org.jspecify.annotations.NullMarked;
