package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BucketTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final MovedClock clock = new MovedClock();
  private final Bucket bucket = new Bucket(new Bucket.Size(10, 2), clock.instant());

  @Test
  void aBurstPassesAndThenTheRateHolds() {
    for (int i = 0; i < 10; i++) {
      assertThat(bucket.take(clock.instant(), PATIENCE)).isZero();
    }

    assertThat(bucket.take(clock.instant(), PATIENCE)).isEqualTo(Duration.ofMillis(500));
    assertThat(bucket.take(clock.instant(), PATIENCE)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whoWouldWaitTooLongTakesNothing() {
    while (bucket.take(clock.instant(), PATIENCE).compareTo(PATIENCE) <= 0) {}
    Duration wait = bucket.take(clock.instant(), PATIENCE);

    clock.move(wait.minus(PATIENCE).plusMillis(1));

    assertThat(bucket.take(clock.instant(), PATIENCE)).isLessThanOrEqualTo(PATIENCE);
  }

  @Test
  void aThrottleAnswerHalvesTheRateAndSuccessRestoresIt() {
    bucket.shrink();
    while (bucket.take(clock.instant(), Duration.ZERO).isZero()) {}
    assertThat(bucket.take(clock.instant(), PATIENCE)).isEqualTo(Duration.ofSeconds(1));

    for (int i = 0; i < 100; i++) {
      bucket.recover();
    }
    clock.move(Duration.ofSeconds(1));
    assertThat(bucket.take(clock.instant(), PATIENCE)).isZero();
  }
}
