package io.weir.provider;

import java.util.Optional;
import java.util.Set;

/** How much of a pool's desired state is known. */
public sealed interface Resolution<D extends Desired> {

  /** Computes a desired state that needs no queries. */
  @FunctionalInterface
  interface Making<D extends Desired> {
    D make() throws Unready;
  }

  /** Resolved with the computed state, or blocked by what is missing for it. */
  static <D extends Desired> Resolution<D> of(Making<D> making) {
    try {
      return new Resolved<>(making.make());
    } catch (Unready why) {
      return new Blocked<>(why);
    }
  }

  /** Everything is known. */
  record Resolved<D extends Desired>(D desired) implements Resolution<D> {}

  /** The cloud must answer these first; resolve is then called again with the answers. */
  record Asks<D extends Desired>(Set<Query> queries) implements Resolution<D> {
    public Asks {
      queries = Set.copyOf(queries);
    }
  }

  /**
   * Something that people or other controllers must provide is missing or wrong.
   *
   * @param why what, and the remedy
   * @param meanwhile what can still be done for a pool that already exists, such as scaling; empty
   *     if nothing can. A pool that does not exist is not created from it
   */
  record Blocked<D extends Desired>(Unready why, Optional<D> meanwhile) implements Resolution<D> {

    /** Nothing can be done in the meantime. */
    public Blocked(Unready why) {
      this(why, Optional.empty());
    }
  }
}
