package io.weir.provider;

import java.util.Set;
import java.util.TreeSet;

/** What to observe. */
public sealed interface ObservationRequest {

  /** All of our objects in the scope. */
  record All() implements ObservationRequest {}

  /** Just these, by {@link PoolProvider#cloudName}, in the fewest calls. */
  record Only(Set<String> cloudNames) implements ObservationRequest {
    public Only {
      cloudNames = Set.copyOf(new TreeSet<>(cloudNames));
    }
  }
}
