/**
 * OKE in a sandbox. Enter through {@link io.weir.sandbox.cloud.oci.OkeSimulation}. How the
 * simulator behaves does not belong here.
 */
@NullMarked
package io.weir.sandbox.cloud.oci;

import org.jspecify.annotations.NullMarked;
