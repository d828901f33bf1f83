package io.weir.provider;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the cloud shows of one pool; a record of the provider's. */
public interface Observed {

  /**
   * Whose the cloud objects are, seen from a pool: names are unique in a scope only, so another
   * pool's objects may stand where this one's would.
   *
   * @param notes what stands on the pool, as IDs of what was made for it
   */
  Ownership ownership(PoolName pool, Notes notes);

  /** Members in every state, in a stable order. */
  List<Instance> instances();

  /** Whether more is going on than the next regular look should wait for. */
  boolean moving();

  /** What the cloud says went wrong while it worked on this pool, for people; sorted, no times. */
  Optional<String> trouble();

  /** Several troubles as one text for {@link #trouble}: each once, sorted, empty ones left out. */
  static Optional<String> told(Stream<String> troubles) {
    return troubles
        .filter(text -> !text.isEmpty())
        .distinct()
        .sorted()
        .reduce((a, b) -> a + "; " + b);
  }
}
