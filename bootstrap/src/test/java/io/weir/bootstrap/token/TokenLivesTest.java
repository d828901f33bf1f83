package io.weir.bootstrap.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.Lives;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whole lives of a config's token, with crashes, vandals and passes that come late. */
class TokenLivesTest {

  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
  private static final TokenPolicy POLICY = TokenPolicy.DEFAULT;

  /** How late a pass may come, beside what is asked for. */
  private static final int LATE_SECONDS = 60;

  @Test
  void whoeverStartsCanJoinWhateverProcessesCrashAndWhoeverDeletesTokens() {
    Lives.each(10_000, seed -> new Life(seed).live());
  }

  private static final class Life {
    private final SplittableRandom random;
    private final TokenPlanner planner;
    private final Map<JoinToken, ObservedToken> there = new HashMap<>();
    private Optional<IssuedToken> data = Optional.empty();
    private Instant now = START;
    private int made;

    Life(long seed) {
      random = new SplittableRandom(seed);
      planner = new TokenPlanner(POLICY, random, new TokenOwner("ns", "workers" + seed));
    }

    void live() {
      Instant end = START.plus(POLICY.maxAge().multipliedBy(3));
      int vandalised = 0;
      int crashes = 0;
      while (now.isBefore(end)) {
        TokenPlan plan =
            planner.plan(now, START, data, List.copyOf(there.values()), Optional.empty());
        carryOut(plan);
        boolean crashed = random.nextInt(20) == 0;
        crashes += crashed ? 1 : 0;
        if (!crashed) {
          data = Optional.of(plan.issued());
        }
        data.ifPresent(held -> check(held, vandalised(plan)));
        now =
            (crashed ? now : later(now, plan.nextCheck()))
                .plusSeconds(1 + random.nextInt(LATE_SECONDS));
        there.values().removeIf(token -> expiry(token).isBefore(now));
        if (random.nextInt(30) == 0) {
          there.clear();
          vandalised++;
        }
      }
      long ages = Duration.between(START, now).dividedBy(POLICY.maxAge().dividedBy(2)) + 1;
      assertThat(made)
          .as("tokens made")
          .isLessThanOrEqualTo((int) ages + 2 * (vandalised + crashes));
    }

    private boolean vandalised(TokenPlan plan) {
      return data.filter(held -> !held.equals(plan.issued())).isPresent();
    }

    private void carryOut(TokenPlan plan) {
      switch (plan) {
        case TokenPlan.Keep _ -> {}
        case TokenPlan.Extend(var held, var to, var _) -> put(held, to);
        case TokenPlan.Make(var held, var to, var _, var before) -> {
          before.ifPresent(this::carryOut);
          made += there.containsKey(held.token()) ? 0 : 1;
          put(held, to);
        }
      }
    }

    private void put(IssuedToken held, Instant to) {
      ObservedToken before = there.get(held.token());
      Instant created = before == null ? now : before.createdAt();
      there.put(
          held.token(), new ObservedToken(held.token(), created, new TokenState.Expiring(to)));
    }

    /** After each pass, what a machine that starts now is given works, and for a while. */
    private void check(IssuedToken held, boolean stale) {
      ObservedToken token = there.get(held.token());
      if (stale && token == null) {
        return; // a vandal has taken what a crash kept from being replaced
      }
      if (token == null || expiry(token).isBefore(now.plusSeconds(LATE_SECONDS))) {
        throw new AssertionError("at %s, %s has %s".formatted(now, held, token));
      }
    }

    private static Instant expiry(ObservedToken token) {
      return token.state() instanceof TokenState.Expiring(Instant at) ? at : Instant.MAX;
    }

    private static Instant later(Instant a, Instant b) {
      return a.isBefore(b) ? b : a;
    }
  }
}
