package io.weir.provider;

import java.util.Optional;
import java.util.Set;

/** How far the desired state of a pool is known. */
public sealed interface Resolution<D extends Desired> {

  /** How a desired state is made that needs no questions. */
  @FunctionalInterface
  interface Making<D extends Desired> {
    D make() throws Unready;
  }

  /** Resolved with what is made, or blocked by what is missing for it. */
  static <D extends Desired> Resolution<D> of(Making<D> making) {
    try {
      return new Resolved<>(making.make());
    } catch (Unready why) {
      return new Blocked<>(why);
    }
  }

  /** Everything is known. */
  record Resolved<D extends Desired>(D desired) implements Resolution<D> {}

  /** The cloud must be asked first; asked again with the answers. */
  record Asks<D extends Desired>(Set<Query> queries) implements Resolution<D> {
    public Asks {
      queries = Set.copyOf(queries);
    }
  }

  /**
   * Something that people or other controllers must provide is missing or wrong.
   *
   * @param why what, and the remedy
   * @param meanwhile what can be done all the same for a pool that exists already, such as another
   *     size; empty where nothing can. A pool that does not exist is not made from it
   */
  record Blocked<D extends Desired>(Unready why, Optional<D> meanwhile) implements Resolution<D> {

    /** Nothing can be done meanwhile. */
    public Blocked(Unready why) {
      this(why, Optional.empty());
    }
  }
}
