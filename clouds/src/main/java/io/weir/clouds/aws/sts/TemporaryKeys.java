package io.weir.clouds.aws.sts;

import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.wire.AwsErrorException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The roles of a simulated AWS that trust whoever knows their external ID, and the keys that they
 * were assumed by. Safe for concurrent use.
 */
public final class TemporaryKeys {
  private final InstantSource clock;

  /** The external ID that a role asks for, by its ARN; empty if it asks for none. */
  private final Map<String, String> roles = new ConcurrentHashMap<>();

  private final Map<String, Issued> issued = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  /**
   * Keys of a session.
   *
   * @param account that of the role, with the keys
   * @param token which must come with each call
   * @param expiry when they end
   */
  record Issued(Account account, String token, Instant expiry) {
    @Override
    public String toString() {
      return "Issued[" + account + "]";
    }
  }

  /** No roles yet. */
  public TemporaryKeys(InstantSource clock) {
    this.clock = clock;
  }

  /** From now on there is such a role. */
  public void putRole(String arn, String externalId) {
    roles.put(arn, externalId);
  }

  /** From now on there is none, and its keys are good until they end. */
  public void removeRole(String arn) {
    roles.remove(arn);
  }

  /** Keys of a role; empty if it does not trust who asks. */
  Optional<Issued> assume(String arn, String externalId, Duration duration) {
    String asked = roles.get(arn);
    if (asked == null || !(asked.isEmpty() || asked.equals(externalId))) {
      return Optional.empty();
    }
    long number = numbers.incrementAndGet();
    var account =
        new Account(
            "ASIA%016d".formatted(number), "secret-of-session-" + number, arn.split(":", -1)[4]);
    var keys = new Issued(account, "token-of-session-" + number, clock.instant().plus(duration));
    issued.put(account.accessKey(), keys);
    return Optional.of(keys);
  }

  /**
   * Whose a key is; empty if it was never issued, or comes without its token.
   *
   * @throws AwsErrorException if its session has ended
   */
  public Optional<Account> account(String accessKey, String token) {
    Optional<Issued> keys =
        Optional.ofNullable(issued.get(accessKey)).filter(known -> known.token().equals(token));
    if (keys.isPresent() && !clock.instant().isBefore(keys.get().expiry())) {
      throw new AwsErrorException(
          403, "ExpiredToken", "The security token included in the request is expired");
    }
    return keys.map(Issued::account);
  }
}
