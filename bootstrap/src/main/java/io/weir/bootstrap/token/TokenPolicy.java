package io.weir.bootstrap.token;

import io.weir.bootstrap.token.TokenDecision.Extend;
import io.weir.bootstrap.token.TokenDecision.Keep;
import io.weir.bootstrap.token.TokenDecision.Recreate;
import io.weir.bootstrap.token.TokenDecision.Replace;
import io.weir.bootstrap.token.TokenState.Endless;
import io.weir.bootstrap.token.TokenState.Expiring;
import io.weir.bootstrap.token.TokenState.Missing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Decides by time alone how a pool keeps a valid token: whenever a machine starts, the token in the
 * pool's data is valid for at least half of the TTL. One request to the workload cluster in half a
 * TTL, one change of the data in a maximum age.
 *
 * @param ttl how long a token is meant to stay valid without care
 * @param maxAge when a token is replaced by another, at the latest
 */
public record TokenPolicy(Duration ttl, Duration maxAge) {

  /** TTL of 15 minutes, another token within the hour. */
  public static final TokenPolicy DEFAULT =
      new TokenPolicy(Duration.ofMinutes(15), Duration.ofHours(1));

  /** Replacements of many pools spread over this part of the maximum age, in percent. */
  private static final int SPREAD_PERCENT = 20;

  /**
   * @throws IllegalArgumentException if the TTL is under a minute or the maximum age is under a TTL
   */
  public TokenPolicy {
    if (ttl.compareTo(Duration.ofMinutes(1)) < 0) {
      throw new IllegalArgumentException("the token TTL is " + ttl + ", use at least PT1M");
    }
    if (maxAge.compareTo(ttl) < 0) {
      throw new IllegalArgumentException(
          "the token's maximum age is %s, use at least its TTL, %s".formatted(maxAge, ttl));
    }
  }

  /**
   * Same look, same decision.
   *
   * @param now the time of the look
   * @param issuedAt when the token was made
   * @param token the token; its id spreads the replacements of many pools
   * @param state what is known of it in the workload cluster
   */
  public TokenDecision decide(
      Instant now, Instant issuedAt, BootstrapToken token, TokenState state) {
    Instant replaceAt = issuedAt.plus(age(token));
    if (!now.isBefore(replaceAt)) {
      return new Replace(
          expirationFrom(now),
          afterWrite(now),
          "older than %d min".formatted(age(token).toMinutes()));
    }
    Instant next = earlier(afterWrite(now), replaceAt);
    return switch (state) {
      case Missing() -> new Recreate(expirationFrom(now), next);
      case Endless() -> new Extend(expirationFrom(now), next);
      case Expiring(Instant at) -> {
        Instant due = at.minus(half()).minus(slack());
        yield now.isBefore(due)
            ? new Keep(earlier(due, replaceAt))
            : new Extend(expirationFrom(now), next);
      }
    };
  }

  /** The expiration of a token that is written now. */
  public Instant expirationFrom(Instant now) {
    return now.plus(ttl).plus(slack()).truncatedTo(ChronoUnit.SECONDS);
  }

  /** When a token that was written now needs the next look. */
  public Instant afterWrite(Instant now) {
    return expirationFrom(now).minus(half()).minus(slack());
  }

  /**
   * The age at which this token is replaced: the maximum less a part that depends on its id alone,
   * so that it stays the same over restarts.
   */
  Duration age(BootstrapToken token) {
    int percent = 100 - Math.floorMod(token.id().hashCode(), SPREAD_PERCENT + 1);
    return maxAge.multipliedBy(percent).dividedBy(100);
  }

  private Duration half() {
    return ttl.dividedBy(2);
  }

  /**
   * Written on top of the TTL, so that a look which comes late by this much still finds half of the
   * TTL left.
   */
  private Duration slack() {
    return ttl.dividedBy(10);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
