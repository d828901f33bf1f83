/** A real local Kubernetes control plane. Imports nothing of Weir, so that any test may use it. */
@NullMarked
package io.weir.controlplane;

import org.jspecify.annotations.NullMarked;
