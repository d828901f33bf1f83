package io.weir.provider;

import java.time.Instant;

/** What is known of a pool in the cloud, and since when. */
public sealed interface Observation<O extends Observed> {

  /** It was seen, whole, in a look that began at {@code asOf}, or in the answer to a write. */
  record Seen<O extends Observed>(O observed, Instant asOf) implements Observation<O> {}

  /** A complete look that began at {@code asOf} did not show it. */
  record ProvenAbsent<O extends Observed>(Instant asOf) implements Observation<O> {}

  /** Nothing can be said; never taken for absence. */
  record Unknown<O extends Observed>(String why) implements Observation<O> {}
}
