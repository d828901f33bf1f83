/**
 * Clusters, pools and nodes as Kapsule keeps them: what it accepts, and what it does by itself.
 * Everything here is guarded by the lock of {@link io.weir.clouds.scaleway.k8s.Place}. HTTP does
 * not belong here.
 */
@NullMarked
package io.weir.clouds.scaleway.k8s;

import org.jspecify.annotations.NullMarked;
