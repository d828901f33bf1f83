package io.weir.provider;

import java.time.Instant;
import java.util.Optional;

/** What is known about a pool in the cloud, and as of when. */
public sealed interface Observation<O extends ObservedState> {

  /** Seen, or proven absent if there is nothing, as of the time of a read or a response. */
  static <O extends ObservedState> Observation<O> of(Optional<O> observed, Instant asOf) {
    return observed
        .<Observation<O>>map(there -> new Present<>(there, asOf))
        .orElseGet(() -> new ProvenAbsent<>(asOf));
  }

  /** When the read began or the response arrived that shows it; long past if nothing did. */
  Instant asOf();

  /**
   * The ownership conflict of what was observed, for people; empty without one, or if nothing was.
   */
  default Optional<String> ownershipConflict(
      PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    return observedState().flatMap(there -> there.ownershipConflict(pool, providerAnnotations));
  }

  /** What was seen; empty if it is absent or unknown. */
  default Optional<O> observedState() {
    return this instanceof Present<O>(O there, Instant _) ? Optional.of(there) : Optional.empty();
  }

  /** Seen in full, in a read that began at {@code asOf} or in the response to a write. */
  record Present<O extends ObservedState>(O state, Instant asOf) implements Observation<O> {}

  /** A complete read that began at {@code asOf} did not show it. */
  record ProvenAbsent<O extends ObservedState>(Instant asOf) implements Observation<O> {}

  /** Unknown; never taken for absence. */
  record Unknown<O extends ObservedState>(String reason) implements Observation<O> {
    @Override
    public Instant asOf() {
      return Instant.MIN;
    }
  }
}
