/**
 * Oracle Cloud in a sandbox: what exists there beforehand, and what manifests add to it. Enter
 * through {@link io.weir.sandbox.cloud.oci.OciSimulation}. How the simulator behaves does not
 * belong here.
 */
@NullMarked
package io.weir.sandbox.cloud.oci;

import org.jspecify.annotations.NullMarked;
