package io.weir.bootstrap.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.bootstrap.token.TokenDecision.Extend;
import io.weir.bootstrap.token.TokenDecision.Keep;
import io.weir.bootstrap.token.TokenDecision.Recreate;
import io.weir.bootstrap.token.TokenDecision.Replace;
import io.weir.bootstrap.token.TokenState.Expiring;
import io.weir.bootstrap.token.TokenState.Missing;
import io.weir.bootstrap.token.TokenState.WithoutExpiration;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TokenPolicyTest {

  private static final TokenPolicy POLICY = TokenPolicy.DEFAULT;
  private static final Instant T0 = Instant.parse("2026-11-21T10:00:00Z");
  private static final TokenOwner OWNER = ownerOfWhomTokensLiveLong();

  @Nested
  class Decide {

    @Test
    void aFreshTokenIsKeptAndLookedAtAfterHalfATtl() {
      TokenDecision decision = decide(0, new Expiring(POLICY.expirationFrom(T0)));

      assertThat(decision).isEqualTo(new Keep(T0.plus(Duration.ofMinutes(7).plusSeconds(30))));
    }

    @Test
    void oneWithLittleMoreThanHalfATtlLeftIsExtended() {
      TokenDecision decision = decide(8, new Expiring(at(16)));

      assertThat(decision).isInstanceOf(Extend.class);
      assertThat(((Extend) decision).expiration()).isEqualTo(at(8).plusSeconds(16 * 60 + 30));
      assertThat(decision.nextCheck()).isEqualTo(at(8).plusSeconds(7 * 60 + 30));
    }

    @Test
    void oneWithoutExpirationGetsOne() {
      assertThat(decide(3, new WithoutExpiration())).isInstanceOf(Extend.class);
    }

    @Test
    void oneThatWasCleanedAwayIsMadeAgain() {
      assertThat(decide(30, new Missing())).isInstanceOf(Recreate.class);
    }

    @Test
    void oneThatExpiredWithinItsAgeIsExtendedIfItIsStillThere() {
      assertThat(decide(30, new Expiring(at(16)))).isInstanceOf(Extend.class);
    }

    @Test
    void oneOfItsFullAgeIsReplacedWhateverItsState() {
      assertThat(decide(61, new Expiring(at(70)))).isInstanceOf(Replace.class);
      assertThat(decide(61, new Missing())).isInstanceOf(Replace.class);
    }

    @Test
    void noTokenLivesForLessThanHalfOfTheMaximumAgeOrForMoreThanAllOfIt() {
      var ages =
          IntStream.range(0, 400)
              .mapToObj(i -> age(T0.plusSeconds(7L * i), new TokenOwner("ns", "pool-" + i)))
              .toList();

      assertThat(ages)
          .allMatch(age -> age.compareTo(Duration.ofMinutes(30)) >= 0)
          .allMatch(age -> age.compareTo(Duration.ofMinutes(60)) <= 0);
    }

    @Test
    void poolsThatWereMadeTogetherReplaceTheirTokensApart() {
      var perMinute =
          IntStream.range(0, 400)
              .mapToObj(i -> age(T0, new TokenOwner("ns", "pool-" + i)).toMinutes())
              .collect(Collectors.groupingBy(minute -> minute, Collectors.counting()));

      assertThat(perMinute.values()).allMatch(together -> together < 40);
    }

    private static Duration age(Instant issuedAt, TokenOwner owner) {
      return Duration.between(issuedAt, POLICY.replaceAt(issuedAt, owner));
    }
  }

  @Test
  void forADayEveryMachineFindsHalfATtlLeftEvenIfLooksComeLate() {
    long seed = Long.getLong("weir.seed", 1);
    var random = new Random(seed);
    var owner = new TokenOwner("ns", "pool-" + random.nextInt());
    Instant issuedAt = T0;
    Instant now = T0;
    Instant expires = POLICY.expirationFrom(T0);
    int requests = 0;
    int changes = 0;
    while (now.isBefore(at(24 * 60))) {
      TokenDecision decision = POLICY.decide(now, issuedAt, owner, new Expiring(expires));
      switch (decision) {
        case Keep _ -> {}
        case Extend(Instant to, _) -> {
          requests++;
          expires = to;
        }
        case Recreate _ -> throw new AssertionError("nothing was missing");
        case Replace(Instant to, _, _) -> {
          requests++;
          changes++;
          issuedAt = now;
          expires = to;
        }
      }
      now = decision.nextCheck().plusSeconds(random.nextInt(90));

      assertThat(Duration.between(now, expires))
          .as("-Dweir.seed=%d at %s", seed, now)
          .isGreaterThanOrEqualTo(POLICY.ttl().dividedBy(2));
    }
    assertThat(requests).as("-Dweir.seed=%d", seed).isLessThanOrEqualTo(24 * 60 * 2 / 15 + 8);
    assertThat(changes).as("-Dweir.seed=%d", seed).isBetween(23, 26);
  }

  @Test
  void timesThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> new TokenPolicy(Duration.ofSeconds(59), Duration.ofHours(1)))
        .hasMessageContaining("TTL");
    assertThatThrownBy(() -> new TokenPolicy(Duration.ofHours(2), Duration.ofHours(1)))
        .hasMessageContaining("maximum age");
  }

  private static TokenDecision decide(int minute, TokenState state) {
    return POLICY.decide(at(minute), T0, OWNER, state);
  }

  /** Whose token of T0 is not replaced within the first 55 minutes. */
  private static TokenOwner ownerOfWhomTokensLiveLong() {
    return IntStream.range(0, 1000)
        .mapToObj(i -> new TokenOwner("ns", "pool-" + i))
        .filter(owner -> POLICY.replaceAt(T0, owner).isAfter(at(55)))
        .findFirst()
        .orElseThrow();
  }

  private static Instant at(int minute) {
    return T0.plus(Duration.ofMinutes(minute));
  }
}
