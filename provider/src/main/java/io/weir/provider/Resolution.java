package io.weir.provider;

import java.util.Set;

/** How far the desired state of a pool is known. */
public sealed interface Resolution<D extends Desired> {

  /** Everything is known. */
  record Resolved<D extends Desired>(D desired) implements Resolution<D> {}

  /** The cloud must be asked first; asked again with the answers. */
  record Asks<D extends Desired>(Set<Query> queries) implements Resolution<D> {
    public Asks {
      queries = Set.copyOf(queries);
    }
  }

  /** Something that people or other controllers must provide is missing or wrong. */
  record Blocked<D extends Desired>(Unready why) implements Resolution<D> {}
}
