package io.weir.bootstrap.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.bootstrap.token.TokenDecision.Extend;
import io.weir.bootstrap.token.TokenDecision.Keep;
import io.weir.bootstrap.token.TokenDecision.Recreate;
import io.weir.bootstrap.token.TokenDecision.Replace;
import io.weir.bootstrap.token.TokenState.Endless;
import io.weir.bootstrap.token.TokenState.Expiring;
import io.weir.bootstrap.token.TokenState.Missing;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TokenPolicyTest {

  private static final TokenPolicy POLICY = TokenPolicy.DEFAULT;
  private static final Instant T0 = Instant.parse("2026-11-21T10:00:00Z");
  private static final BootstrapToken TOKEN = BootstrapToken.parse("abcdef.0123456789abcdef");

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
      assertThat(((Extend) decision).to()).isEqualTo(at(8).plusSeconds(16 * 60 + 30));
      assertThat(decision.nextCheck()).isEqualTo(at(8).plusSeconds(7 * 60 + 30));
    }

    @Test
    void oneWithoutExpirationGetsOne() {
      assertThat(decide(3, new Endless())).isInstanceOf(Extend.class);
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
    void theAgeOfReplacementSpreadsOverTheLastFifthOfTheMaximum() {
      var random = new Random(5);
      var ages =
          random
              .ints(0, 1)
              .limit(200)
              .mapToObj(_ -> POLICY.age(BootstrapToken.generate(random)))
              .toList();

      assertThat(ages)
          .allMatch(age -> age.compareTo(Duration.ofMinutes(48)) >= 0)
          .allMatch(age -> age.compareTo(Duration.ofMinutes(60)) <= 0);
      assertThat(ages.stream().distinct().count()).isGreaterThan(15);
    }
  }

  @Test
  void forADayEveryMachineFindsHalfATtlLeftEvenIfLooksComeLate() {
    long seed = Long.getLong("weir.seed", System.nanoTime());
    var random = new Random(seed);
    var token = BootstrapToken.generate(random);
    Instant issuedAt = T0;
    Instant now = T0;
    Instant expires = POLICY.expirationFrom(T0);
    int requests = 0;
    int changes = 0;
    while (now.isBefore(at(24 * 60))) {
      TokenDecision decision = POLICY.decide(now, issuedAt, token, new Expiring(expires));
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
          token = BootstrapToken.generate(random);
          issuedAt = now;
          expires = to;
        }
      }
      now = decision.nextCheck().plusSeconds(random.nextInt(90));

      assertThat(Duration.between(now, expires))
          .as("-Dweir.seed=%d at %s", seed, now)
          .isGreaterThanOrEqualTo(POLICY.ttl().dividedBy(2));
    }
    assertThat(requests).isLessThanOrEqualTo(24 * 60 * 2 / 15 + 30);
    assertThat(changes).isBetween(22, 30);
  }

  @Test
  void timesThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> new TokenPolicy(Duration.ofSeconds(59), Duration.ofHours(1)))
        .hasMessageContaining("TTL");
    assertThatThrownBy(() -> new TokenPolicy(Duration.ofHours(2), Duration.ofHours(1)))
        .hasMessageContaining("maximum age");
  }

  private static TokenDecision decide(int minute, TokenState state) {
    return POLICY.decide(at(minute), T0, TOKEN, state);
  }

  private static Instant at(int minute) {
    return T0.plus(Duration.ofMinutes(minute));
  }
}
