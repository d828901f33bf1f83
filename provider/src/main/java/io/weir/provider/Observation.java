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

  /** What was seen; empty if it is absent, and also if nothing can be said. */
  default Optional<O> found() {
    return this instanceof Seen<O>(O there, Instant _) ? Optional.of(there) : Optional.empty();
  }

  /** It was seen, whole, in a look that began at {@code asOf}, or in the answer to a write. */
  record Seen<O extends Observed>(O observed, Instant asOf) implements Observation<O> {}

  /** A complete look that began at {@code asOf} did not show it. */
  record ProvenAbsent<O extends Observed>(Instant asOf) implements Observation<O> {}

  /** Nothing can be said; never taken for absence. */
  record Unknown<O extends Observed>(String why) implements Observation<O> {}
}
