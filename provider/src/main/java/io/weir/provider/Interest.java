package io.weir.provider;

import java.util.Set;
import java.util.TreeSet;

/** What an observation is to look at. */
public sealed interface Interest {

  /** Everything of ours in the scope. */
  record All() implements Interest {}

  /** Just these, by {@link PoolProvider#cloudName}, in the fewest calls. */
  record Only(Set<String> cloudNames) implements Interest {
    public Only {
      cloudNames = Set.copyOf(new TreeSet<>(cloudNames));
    }
  }
}
