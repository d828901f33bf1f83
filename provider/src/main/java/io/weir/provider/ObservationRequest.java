package io.weir.provider;

import java.util.Set;
import java.util.TreeSet;

/** What to observe. */
public sealed interface ObservationRequest {

  /**
   * The pools to observe in full, by {@link PoolProvider#cloudName}: including what the cloud
   * reports only for one pool at a time. For others that part may be left out.
   */
  Set<String> detailed();

  /** All of our objects in the scope. */
  record All(Set<String> detailed) implements ObservationRequest {
    public All {
      detailed = Set.copyOf(detailed);
    }

    /** Everything, nothing in detail. */
    public All() {
      this(Set.of());
    }
  }

  /** Just these, by {@link PoolProvider#cloudName}, in the fewest calls. */
  record Only(Set<String> cloudNames, Set<String> detailed) implements ObservationRequest {
    public Only {
      cloudNames = Set.copyOf(new TreeSet<>(cloudNames));
      detailed = Set.copyOf(detailed);
    }

    /** These, none in detail. */
    public Only(Set<String> cloudNames) {
      this(cloudNames, Set.of());
    }
  }
}
