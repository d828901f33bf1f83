/**
 * A real local Kubernetes control plane, for tests and for trying things. Enter through {@link
 * io.weir.controlplane.ControlPlane}, or {@link io.weir.controlplane.SharedEtcdControlPlanes} for
 * several API servers that trust nothing of each other. Imports nothing of Weir, so that any test
 * may use it.
 */
@NullMarked
package io.weir.controlplane;

import org.jspecify.annotations.NullMarked;
