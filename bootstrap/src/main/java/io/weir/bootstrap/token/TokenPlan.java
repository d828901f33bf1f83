package io.weir.bootstrap.token;

import java.time.Instant;
import java.util.Optional;

/** What to do in the workload cluster before the data may announce a token. */
public sealed interface TokenPlan {

  /** The token that the data is to contain. */
  IssuedToken issued();

  /** When to look again. */
  Instant nextCheck();

  /** Nothing. */
  record Keep(IssuedToken issued, Instant nextCheck) implements TokenPlan {}

  /** Let it live longer. */
  record Extend(IssuedToken issued, Instant until, Instant nextCheck) implements TokenPlan {}

  /**
   * Make its Secret: it is new, or somebody has removed it.
   *
   * @param extendFirst what to do first: the predecessor is let live on for those who have started
   *     with it or will, until all clouds have the new data; empty if it lives long enough
   */
  record Make(IssuedToken issued, Instant until, Instant nextCheck, Optional<Extend> extendFirst)
      implements TokenPlan {}
}
