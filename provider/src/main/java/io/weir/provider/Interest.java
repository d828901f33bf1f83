package io.weir.provider;

import java.util.Set;
import java.util.TreeSet;

/** What an observation is to look at. */
public sealed interface Interest {

  /**
   * Those to look at whole, by {@link PoolProvider#cloudName}: with what the cloud tells of one
   * pool at a time only. Of others that part may be left out.
   */
  Set<String> closely();

  /** Everything of ours in the scope. */
  record All(Set<String> closely) implements Interest {
    public All {
      closely = Set.copyOf(closely);
    }

    /** Everything, nothing closely. */
    public All() {
      this(Set.of());
    }
  }

  /** Just these, by {@link PoolProvider#cloudName}, in the fewest calls. */
  record Only(Set<String> cloudNames, Set<String> closely) implements Interest {
    public Only {
      cloudNames = Set.copyOf(new TreeSet<>(cloudNames));
      closely = Set.copyOf(closely);
    }

    /** These, none closely. */
    public Only(Set<String> cloudNames) {
      this(cloudNames, Set.of());
    }
  }
}
