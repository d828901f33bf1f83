package io.weir.provider;

import java.time.Instant;
import java.util.Optional;

/** What is known of a pool in the cloud, and since when. */
public sealed interface Observation<O extends Observed> {

  /** Seen, or proven absent if there is nothing; in a look or an answer of that time. */
  static <O extends Observed> Observation<O> of(Optional<O> observed, Instant asOf) {
    return observed
        .<Observation<O>>map(there -> new Seen<>(there, asOf))
        .orElseGet(() -> new ProvenAbsent<>(asOf));
  }

  /** When the look began, or the answer came, that showed it; long past if nothing did. */
  Instant asOf();

  /** Why what was seen is somebody else's; empty if it is the pool's, or nothing was seen. */
  default Optional<String> foreign(PoolName pool, Notes notes) {
    return found()
        .flatMap(
            there ->
                there.ownership(pool, notes) instanceof Ownership.Foreign(String because)
                    ? Optional.of(because)
                    : Optional.empty());
  }

  /** What was seen; empty if it is absent, and also if nothing can be said. */
  default Optional<O> found() {
    return this instanceof Seen<O>(O there, Instant _) ? Optional.of(there) : Optional.empty();
  }

  /** It was seen, whole, in a look that began at {@code asOf}, or in the answer to a write. */
  record Seen<O extends Observed>(O observed, Instant asOf) implements Observation<O> {}

  /** A complete look that began at {@code asOf} did not show it. */
  record ProvenAbsent<O extends Observed>(Instant asOf) implements Observation<O> {}

  /** Nothing can be said; never taken for absence. */
  record Unknown<O extends Observed>(String why) implements Observation<O> {
    @Override
    public Instant asOf() {
      return Instant.MIN;
    }
  }
}
