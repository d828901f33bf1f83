/**
 * Kapsule in a sandbox. Enter through {@link io.weir.sandbox.cloud.scaleway.KapsuleSimulation}. How
 * the simulator behaves does not belong here.
 */
@NullMarked
package io.weir.sandbox.cloud.scaleway;

import org.jspecify.annotations.NullMarked;
