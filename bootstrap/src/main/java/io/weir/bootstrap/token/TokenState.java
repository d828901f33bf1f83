package io.weir.bootstrap.token;

import java.time.Instant;

/** What is known about a pool's token in the workload cluster. */
public sealed interface TokenState {

  /** Its Secret is there and expires at a time, which may have passed. */
  record Expiring(Instant at) implements TokenState {}

  /**
   * Its Secret is there without an expiration that can be read; such a token would live for ever.
   */
  record WithoutExpiration() implements TokenState {}

  /** The workload API server answered that there is no such Secret. Silence is not this. */
  record Missing() implements TokenState {}
}
