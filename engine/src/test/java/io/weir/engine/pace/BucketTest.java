package io.weir.engine.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BucketTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Instant now = Instant.parse("2026-01-01T12:00:00Z");
  private final Bucket bucket = new Bucket(new Bucket.Size(10, 2), now);

  @Test
  void aBurstPassesAndThenTheRateHolds() {
    for (int i = 0; i < 10; i++) {
      assertThat(bucket.take(now, PATIENCE)).isZero();
    }

    assertThat(bucket.take(now, PATIENCE)).isEqualTo(Duration.ofMillis(500));
    assertThat(bucket.take(now, PATIENCE)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whoWouldWaitTooLongTakesNothing() {
    while (bucket.take(now, PATIENCE).compareTo(PATIENCE) <= 0) {}
    Duration wait = bucket.take(now, PATIENCE);

    now = now.plus(wait).minus(PATIENCE).plusMillis(1);

    assertThat(bucket.take(now, PATIENCE)).isLessThanOrEqualTo(PATIENCE);
  }

  @Test
  void aThrottleAnswerHalvesTheRateAndSuccessRestoresIt() {
    bucket.shrink();
    while (bucket.take(now, Duration.ZERO).isZero()) {}
    assertThat(bucket.take(now, PATIENCE)).isEqualTo(Duration.ofSeconds(1));

    for (int i = 0; i < 100; i++) {
      bucket.recover();
    }
    now = now.plusSeconds(1);
    assertThat(bucket.take(now, PATIENCE)).isZero();
  }
}
