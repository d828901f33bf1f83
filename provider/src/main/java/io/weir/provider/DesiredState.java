package io.weir.provider;

import java.util.OptionalInt;

/**
 * What a pool should be in the cloud, canonical: a record of the provider's, without secrets in its
 * text.
 */
public interface DesiredState {

  /**
   * How many instances are wanted, within the limits that the pool sets itself; told where Weir
   * picks the victims. By default as many as the MachinePool says.
   */
  default OptionalInt desiredSize() {
    return OptionalInt.empty();
  }

  /** How many instances there may be at most, by the pool's own limit; by default there is none. */
  default OptionalInt largestSize() {
    return OptionalInt.empty();
  }

  /**
   * What the pool's own spec says of how it is rolled, where Weir rolls it; annotations of the
   * MachinePool go before it. By default nothing.
   */
  default RolloutPreferences rolloutPreferences() {
    return RolloutPreferences.NONE;
  }
}
