/**
 * A simulated Scaleway on the wire: Kapsule's API, as far as pools of nodes need it. {@link
 * io.weir.clouds.scaleway.KapsuleCloud} is where to enter; point the API URL of a client at it.
 * {@link io.weir.clouds.scaleway.KapsuleMachines} lets its nodes appear in a cluster. What it does
 * not simulate it refuses.
 */
@NullMarked
package io.weir.clouds.scaleway;

import org.jspecify.annotations.NullMarked;
