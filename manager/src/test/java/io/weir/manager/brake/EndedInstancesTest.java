package io.weir.manager.brake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EndedInstancesTest {

  private static final Instant START = Instant.EPOCH;

  private final EndedInstances ended = new EndedInstances(60, START);

  @Test
  void anHoursMayBeEndedAtOnce() {
    assertThat(ended.waitFor(60, START)).isZero();
    ended.take(60, START);

    assertThat(ended.waitFor(1, START)).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void theyComeBackWithinTheHour() {
    ended.take(60, START);

    assertThat(ended.waitFor(30, START.plus(Duration.ofMinutes(29))))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(ended.waitFor(30, START.plus(Duration.ofMinutes(30)))).isZero();
  }

  @Test
  void noMoreThanAnHoursIsSavedUp() {
    ended.take(60, START.plus(Duration.ofHours(9)));

    assertThat(ended.waitFor(1, START.plus(Duration.ofHours(9)))).isPositive();
  }

  @Test
  void aPoolOfMoreThanAnHoursCanGoWhenNothingElseHas() {
    assertThat(ended.waitFor(500, START)).isZero();
    ended.take(500, START);

    assertThat(ended.waitFor(1, START.plus(Duration.ofHours(7)))).isPositive();
    assertThat(ended.waitFor(500, START.plus(Duration.ofHours(9)))).isZero();
  }

  @Test
  void aClockThatGoesBackFillsNothing() {
    ended.take(60, START);

    assertThat(ended.waitFor(1, START.minus(Duration.ofHours(1)))).isPositive();
  }
}
