package io.weir.provider;

import java.util.Optional;
import java.util.Set;

/** How much of a pool's desired state is known. */
public sealed interface ResolveResult<D extends DesiredState> {

  /** Computes a desired state that needs no queries. */
  @FunctionalInterface
  interface DesiredStateSupplier<D extends DesiredState> {
    D get() throws PrerequisiteException;
  }

  /** Resolved with the computed state, or blocked by what is missing for it. */
  static <D extends DesiredState> ResolveResult<D> of(
      DesiredStateSupplier<D> desiredStateSupplier) {
    try {
      return new Resolved<>(desiredStateSupplier.get());
    } catch (PrerequisiteException why) {
      return new Blocked<>(why);
    }
  }

  /** What can be worked towards now: the desired state, or what stands in for it meanwhile. */
  default Optional<D> target() {
    return switch (this) {
      case Resolved<D>(D desired) -> Optional.of(desired);
      case Blocked<D> blocked -> blocked.fallback();
      case NeedsQueries<D> _ -> Optional.empty();
    };
  }

  /** Why there is no desired state, if something is missing or wrong. */
  default Optional<PrerequisiteException> blocker() {
    return this instanceof Blocked<D> blocked ? Optional.of(blocked.cause()) : Optional.empty();
  }

  /** Everything is known. */
  record Resolved<D extends DesiredState>(D desired) implements ResolveResult<D> {}

  /** The cloud must answer these first; resolve is then called again with the answers. */
  record NeedsQueries<D extends DesiredState>(Set<CloudQuery> queries) implements ResolveResult<D> {
    public NeedsQueries {
      queries = Set.copyOf(queries);
    }
  }

  /**
   * Something that people or other controllers must provide is missing or wrong.
   *
   * @param cause what, and the remedy
   * @param fallback what can still be done for a pool that already exists, such as scaling; empty
   *     if nothing can. A pool that does not exist is not created from it
   */
  record Blocked<D extends DesiredState>(PrerequisiteException cause, Optional<D> fallback)
      implements ResolveResult<D> {

    /** Nothing can be done in the meantime. */
    public Blocked(PrerequisiteException why) {
      this(why, Optional.empty());
    }
  }
}
