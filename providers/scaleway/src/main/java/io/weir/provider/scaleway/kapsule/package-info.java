/**
 * What Kapsule has, as its API shows it: clusters, pools and nodes, and what their fields mean;
 * pure. {@link io.weir.provider.scaleway.kapsule.KapsulePool} is where to enter. How they are asked
 * for and whose they are does not belong here.
 */
@NullMarked
package io.weir.provider.scaleway.kapsule;

import org.jspecify.annotations.NullMarked;
