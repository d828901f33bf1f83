package io.weir.engine.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Instant now = Instant.parse("2026-01-01T12:00:00Z");
  private final TokenBucket tokenBucket = new TokenBucket(10, 2, now);

  @Test
  void aBurstPassesAndThenTheRateHolds() {
    for (int i = 0; i < 10; i++) {
      assertThat(tokenBucket.take(now, PATIENCE)).isZero();
    }

    assertThat(tokenBucket.take(now, PATIENCE)).isEqualTo(Duration.ofMillis(500));
    assertThat(tokenBucket.take(now, PATIENCE)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whoWouldWaitTooLongTakesNothing() {
    while (tokenBucket.take(now, PATIENCE).compareTo(PATIENCE) <= 0) {}
    Duration wait = tokenBucket.take(now, PATIENCE);

    now = now.plus(wait).minus(PATIENCE).plusMillis(1);

    assertThat(tokenBucket.take(now, PATIENCE)).isLessThanOrEqualTo(PATIENCE);
  }

  @Test
  void aThrottleAnswerHalvesTheRateAndSuccessRestoresIt() {
    tokenBucket.throttled(now, Duration.ZERO);
    while (tokenBucket.take(now, Duration.ZERO).isZero()) {}
    assertThat(tokenBucket.take(now, PATIENCE)).isEqualTo(Duration.ofSeconds(1));

    for (int i = 0; i < 100; i++) {
      tokenBucket.raiseRate();
    }
    now = now.plusSeconds(1);
    assertThat(tokenBucket.take(now, PATIENCE)).isZero();
  }

  @Test
  void oneIsForgettableOnceItIsFullAgainAndWasNotAskedForLong() {
    Duration unused = Duration.ofSeconds(4);
    while (tokenBucket.take(now, Duration.ZERO).isZero()) {}

    assertThat(tokenBucket.isForgettable(now.plusMillis(4999), unused)).as("not full").isFalse();
    assertThat(tokenBucket.isForgettable(now.plusSeconds(5), unused)).isTrue();
    assertThat(tokenBucket.isForgettable(now.plusSeconds(5), Duration.ofSeconds(6))).isFalse();
  }
}
