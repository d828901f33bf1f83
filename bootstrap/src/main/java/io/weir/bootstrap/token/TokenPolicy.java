package io.weir.bootstrap.token;

import io.weir.bootstrap.token.TokenDecision.Extend;
import io.weir.bootstrap.token.TokenDecision.Keep;
import io.weir.bootstrap.token.TokenDecision.Recreate;
import io.weir.bootstrap.token.TokenDecision.Replace;
import io.weir.bootstrap.token.TokenState.Expiring;
import io.weir.bootstrap.token.TokenState.Missing;
import io.weir.bootstrap.token.TokenState.WithoutExpiration;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Decides by time alone how a pool keeps a valid token: whenever a machine starts, the token in the
 * pool's data is valid for at least half of the TTL. One request to the workload cluster in half a
 * TTL, one change of the data in a maximum age.
 *
 * @param ttl how long a token is meant to stay valid without care
 * @param maxAge when a token is replaced by another, at the latest
 */
public record TokenPolicy(Duration ttl, Duration maxAge) {

  static final int LONGEST_LIFE = 24;

  /** TTL of 15 minutes, another token within the hour. */
  public static final TokenPolicy DEFAULT =
      new TokenPolicy(Duration.ofMinutes(15), Duration.ofHours(1));

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
   * @param owner whose token it is; spreads the replacements of many pools
   * @param state what is known of it in the workload cluster
   */
  public TokenDecision decide(Instant now, Instant issuedAt, TokenOwner owner, TokenState state) {
    Instant replaceAt = replaceAt(issuedAt, owner);
    if (!now.isBefore(replaceAt)) {
      return new Replace(
          expirationFrom(now),
          nextCheckAfterWrite(now),
          "older than %d min".formatted(Duration.between(issuedAt, replaceAt).toMinutes()));
    }
    Instant next = earlier(nextCheckAfterWrite(now), replaceAt);
    return switch (state) {
      case Missing() -> new Recreate(expirationFrom(now), next);
      case WithoutExpiration() -> new Extend(expirationFrom(now), next);
      case Expiring(Instant at) -> {
        Instant due = at.minus(half()).minus(slack());
        yield now.isBefore(due)
            ? new Keep(earlier(due, replaceAt))
            : new Extend(expirationFrom(now), next);
      }
    };
  }

  /**
   * When a token ends for good that nothing replaces: after {@value #LONGEST_LIFE} times the
   * maximum age. Paused pools may start machines, so their tokens go on for a while; but whoever
   * can pause a pool, or break its config, could otherwise make one go on for ever.
   */
  public Instant endOf(IssuedToken token) {
    return token.issuedAt().plus(maxAge.multipliedBy(LONGEST_LIFE)).truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * What to say of a token that should have been replaced and was not; empty while it is young
   * enough. The same at each look, but for its end.
   */
  public Optional<String> endMessage(Instant now, IssuedToken token) {
    Instant end = endOf(token);
    if (now.isBefore(token.issuedAt().plus(maxAge).plus(ttl))) {
      return Optional.empty();
    }
    return Optional.of(
        now.isBefore(end)
            ? "the join token in the data, which cannot be replaced meanwhile, is kept valid until %s at most: machines that start later cannot join"
                .formatted(end)
            : "the join token in the data ended at %s, as nothing could replace it: new machines cannot join until it is replaced"
                .formatted(end));
  }

  /** The expiration of a token that is written now. */
  public Instant expirationFrom(Instant now) {
    return now.plus(ttl).plus(slack()).truncatedTo(ChronoUnit.SECONDS);
  }

  /** When a token that was written now needs the next look. */
  public Instant nextCheckAfterWrite(Instant now) {
    return expirationFrom(now).minus(half()).minus(slack());
  }

  /**
   * When a token is replaced. Each pool has moments of its own, one in every maximum age, so that
   * many pools which were made or restored together do not replace together, and so that no pool
   * changes its data more than once in a maximum age. A token that was made shortly before such a
   * moment goes half of the way to the next one, so that none lives for less than half of the
   * maximum age or for more than all of it.
   */
  Instant replaceAt(Instant issuedAt, TokenOwner owner) {
    long period = maxAge.toMillis();
    long phase = Math.floorMod(owner.jitterSeed(), period);
    long left = period - Math.floorMod(issuedAt.toEpochMilli() - phase, period);
    return issuedAt.plusMillis(left >= period / 2 ? left : (period + left) / 2);
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
