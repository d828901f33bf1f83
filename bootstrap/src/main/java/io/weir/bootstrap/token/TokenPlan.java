package io.weir.bootstrap.token;

import java.time.Instant;
import java.util.Optional;

/** What to do in the workload cluster before the data may announce a token. */
public sealed interface TokenPlan {

  /** The token that the data is to contain. */
  HeldToken held();

  /** When to look again. */
  Instant nextCheck();

  /** Nothing. */
  record Keep(HeldToken held, Instant nextCheck) implements TokenPlan {}

  /** Let it live longer. */
  record Extend(HeldToken held, Instant to, Instant nextCheck) implements TokenPlan {}

  /**
   * Make its Secret: it is new, or somebody has removed it.
   *
   * @param before what to do first: the predecessor is let live on for those who have started with
   *     it or will, until all clouds have the new data; empty if it lives long enough
   */
  record Make(HeldToken held, Instant to, Instant nextCheck, Optional<Extend> before)
      implements TokenPlan {}
}
