package io.weir.bootstrap.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TokenPlannerTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Instant MADE = NOW.minus(Duration.ofMinutes(5));
  private static final JoinToken OURS = JoinToken.parse("abcdef.0123456789abcdef");
  private static final JoinToken OTHER = JoinToken.parse("fedcba.fedcba9876543210");
  private static final TokenPolicy POLICY = TokenPolicy.DEFAULT;

  private final TokenPlanner planner =
      new TokenPlanner(POLICY, new SplittableRandom(1), new TokenOwner("ns", "workers"));

  private static Optional<IssuedToken> held(Instant issued) {
    return Optional.of(new IssuedToken(OURS, issued));
  }

  private static ObservedToken seen(JoinToken token, Instant created, Duration left) {
    return new ObservedToken(token, created, new TokenState.Expiring(NOW.plus(left)));
  }

  private TokenPlan plan(Optional<IssuedToken> held, ObservedToken... seen) {
    return planner.plan(NOW, MADE, held, List.of(seen), Optional.empty());
  }

  @Nested
  class WithoutData {

    @Test
    void makesAToken() {
      assertThat(plan(Optional.empty())).isInstanceOf(TokenPlan.Make.class);
    }

    @Test
    void findsTheTokenThatWasMadeBeforeACrash() {
      TokenPlan plan =
          plan(Optional.empty(), seen(OURS, NOW.minusSeconds(9), Duration.ofMinutes(15)));

      assertThat(plan).isInstanceOf(TokenPlan.Keep.class);
      assertThat(plan.issued().token()).isEqualTo(OURS);
    }

    @Test
    void doesNotUseTheTokenOfAFormerConfigOfTheName() {
      TokenPlan plan =
          plan(Optional.empty(), seen(OURS, MADE.minusSeconds(1), Duration.ofMinutes(15)));

      assertThat(plan).isInstanceOf(TokenPlan.Make.class);
      assertThat(plan.issued().token()).isNotEqualTo(OURS);
    }

    @Test
    void extendsAFoundTokenThatEndsSoon() {
      TokenPlan plan =
          plan(Optional.empty(), seen(OURS, NOW.minusSeconds(9), Duration.ofMinutes(1)));

      assertThat(plan).isInstanceOf(TokenPlan.Extend.class);
    }
  }

  @Nested
  class WithData {

    @Test
    void keepsATokenThatIsGoodForLong() {
      var plan = plan(held(MADE), seen(OURS, MADE, Duration.ofMinutes(14)));

      assertThat(plan).isInstanceOf(TokenPlan.Keep.class);
    }

    @Test
    void extendsOneThatIsNot() {
      var plan = plan(held(MADE), seen(OURS, MADE, Duration.ofMinutes(7)));

      assertThat(plan).isInstanceOf(TokenPlan.Extend.class);
      assertThat(plan.issued().token()).isEqualTo(OURS);
    }

    @Test
    void makesARevokedTokenAgainAsItWas() {
      var plan = plan(held(MADE));

      assertThat(plan).isInstanceOf(TokenPlan.Make.class);
      assertThat(plan.issued()).isEqualTo(new IssuedToken(OURS, MADE));
    }

    @Test
    void replacesOneThatIsOldByOneNew() {
      Instant old = NOW.minus(Duration.ofHours(2));

      var plan = plan(held(old), seen(OURS, old, Duration.ofMinutes(14)));

      assertThat(plan).isInstanceOf(TokenPlan.Make.class);
      assertThat(plan.issued().token()).isNotEqualTo(OURS);
      assertThat(plan.issued().issuedAt()).isEqualTo(NOW);
    }

    @Test
    void findsTheSuccessorThatWasMadeBeforeACrash() {
      Instant old = NOW.minus(Duration.ofHours(2));

      var plan =
          plan(
              held(old),
              seen(OURS, old, Duration.ofMinutes(14)),
              seen(OTHER, NOW.minusSeconds(5), Duration.ofMinutes(15)));

      assertThat(plan).isInstanceOf(TokenPlan.Keep.class);
      assertThat(plan.issued().token()).isEqualTo(OTHER);
    }

    @Test
    void doesNotGoBackToAPredecessor() {
      Instant old = NOW.minus(Duration.ofHours(2));

      var plan = plan(held(old), seen(OTHER, old.minusSeconds(5), Duration.ofMinutes(15)));

      assertThat(plan.issued().token()).isNotIn(OURS, OTHER);
    }
  }

  @Nested
  class WithDataThatCannotBeRendered {

    @Test
    void keepsATokenThatIsOlderThanItShouldBe() {
      Instant old = NOW.minus(Duration.ofHours(20));

      var plan =
          planner.planToKeep(
              NOW, new IssuedToken(OURS, old), List.of(seen(OURS, old, Duration.ofMinutes(2))));

      assertThat(plan).isInstanceOf(TokenPlan.Extend.class);
      assertThat(plan.issued().token()).isEqualTo(OURS);
    }
  }

  @Nested
  class Kept {

    private static final Instant OLD = NOW.minus(Duration.ofHours(24)).plusSeconds(60);

    private TokenPlan plan(Instant issued, ObservedToken... seen) {
      return planner.planToKeep(NOW, held(issued).orElseThrow(), List.of(seen));
    }

    @Test
    void goesOnUntilItIsADayOldAndNoLonger() {
      assertThat(plan(OLD, seen(OURS, OLD, Duration.ofSeconds(20))))
          .isEqualTo(
              new TokenPlan.Extend(
                  new IssuedToken(OURS, NOW), NOW.plusSeconds(60), NOW.plusSeconds(60)));
      assertThat(plan(OLD))
          .isInstanceOfSatisfying(
              TokenPlan.Make.class,
              make -> assertThat(make.until()).isEqualTo(NOW.plusSeconds(60)));
      assertThat(plan(OLD.minusSeconds(60))).isInstanceOf(TokenPlan.Keep.class);
      assertThat(plan(OLD.minusSeconds(60), seen(OURS, OLD, Duration.ofSeconds(20))))
          .isInstanceOf(TokenPlan.Keep.class);
    }

    @Test
    void isNotRevivedByItsSuccessorAfterItsEnd() {
      TokenPlan plan = TokenPlannerTest.this.plan(held(OLD.minusSeconds(60)));

      assertThat(((TokenPlan.Make) plan).extendFirst()).isEmpty();
    }
  }
}
