package io.weir.bootstrap.token;

import java.time.Instant;

/** What to do about a pool's token, and when to look again once that is done. */
public sealed interface TokenDecision {

  /** When to decide again, if nothing fails before. */
  Instant nextCheck();

  /** The token is good for long enough: no request at all. */
  record Keep(Instant nextCheck) implements TokenDecision {}

  /**
   * Write a new expiration into the token's Secret. Nothing else changes. If the Secret turns out
   * to be missing, decide again with that.
   */
  record Extend(Instant expiration, Instant nextCheck) implements TokenDecision {}

  /**
   * Make the token's Secret again with the same id and secret, so that the data and the templates
   * made from it stay as they are. If it turns out to exist, set its expiration.
   */
  record Recreate(Instant expiration, Instant nextCheck) implements TokenDecision {}

  /**
   * Make another token, then write the data with it, in this order. A crash in between leaves one
   * more token that nobody knows and that ends by itself; the next look decides the same again. The
   * old token is left to expire: machines that started with it have at least half of a TTL.
   */
  record Replace(Instant expiration, Instant nextCheck, String reason) implements TokenDecision {}
}
