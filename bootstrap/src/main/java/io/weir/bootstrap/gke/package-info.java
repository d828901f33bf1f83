/**
 * The bootstrap data of a GKEConfig: none, as GKE joins the nodes of its pools itself. Enter with
 * {@link io.weir.bootstrap.gke.GkeDataRenderer}.
 */
@NullMarked
package io.weir.bootstrap.gke;

import org.jspecify.annotations.NullMarked;
