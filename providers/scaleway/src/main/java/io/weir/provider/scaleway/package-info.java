/**
 * ScalewayManagedMachinePool as a pool of a Kapsule or Kosmos cluster. Everything that knows
 * Scaleway is here.
 */
@NullMarked
package io.weir.provider.scaleway;

import org.jspecify.annotations.NullMarked;
