package io.weir.bootstrap.token;

import io.weir.bootstrap.token.TokenState.Expiring;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * How long the token in data works while nobody can extend it; pure. The times are the same at each
 * look, so what is said of them does not change as long as the trouble is the same.
 *
 * @param validUntil until when it works at least; empty where it was never seen in the cluster
 * @param mayExpireFrom from when on it may have expired
 */
public record TokenValidity(Optional<Instant> validUntil, Instant mayExpireFrom) {

  /**
   * Half of a TTL is left of each token that is looked after, and less if an extension was under
   * way when the server was lost.
   *
   * @param down since when nobody can extend it
   * @param before the token as it was seen before that; empty if it never was
   */
  public static TokenValidity of(Instant down, Optional<WorkloadToken> before, TokenPolicy policy) {
    Instant promised = down.plus(policy.ttl().dividedBy(2)).truncatedTo(ChronoUnit.SECONDS);
    Optional<Instant> good =
        before
            .map(seen -> seen.state() instanceof Expiring(Instant at) ? at : promised)
            .map(end -> end.isBefore(promised) ? end : promised);
    return new TokenValidity(good, good.orElse(promised));
  }

  /**
   * What it means for machines that start, for people.
   *
   * @param why nobody can extend it
   */
  public String message(String why) {
    return validUntil
            .map(
                "the join token in the data is valid until at least %s, and cannot be extended: "
                    ::formatted)
            .orElse(
                "the join token in the data cannot be extended, and how long it stays valid is"
                    + " unknown: ")
        + why;
  }
}
