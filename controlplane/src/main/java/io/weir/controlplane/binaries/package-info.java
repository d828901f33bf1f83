/**
 * Gets the programs of a control plane: from {@code KUBEBUILDER_ASSETS}, from a cache, or built
 * once from their Go modules. Enter through {@link io.weir.controlplane.binaries.Binaries}. All
 * versions are pinned in the resource {@code go.mod} beside this package and nowhere else; after
 * changing one, run {@code go mod tidy} there. Running the programs does not belong here.
 */
@NullMarked
package io.weir.controlplane.binaries;

import org.jspecify.annotations.NullMarked;
