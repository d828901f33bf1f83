package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MonotonicClockTest {

  private final SteppedClock wall = new SteppedClock();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final MonotonicClock clock = new MonotonicClock(wall, nanos::get);
  private final Instant begin = clock.instant();

  @Test
  void itIsTheWallClockWhileThatGoesOn() {
    pass(Duration.ofSeconds(10));

    assertThat(clock.instant()).isEqualTo(begin.plusSeconds(10)).isEqualTo(wall.instant());
  }

  @Test
  void whereTheWallClockIsSetBackItGoesOnFromWhereItWas() {
    wall.advance(Duration.ofHours(-1));

    Instant after = clock.instant();
    pass(Duration.ofSeconds(10));

    assertThat(after).isEqualTo(begin);
    assertThat(clock.instant()).isEqualTo(begin.plusSeconds(10));
  }

  @Test
  void itFollowsAWallClockThatIsSetForwardOrThatWentOnWhileTheMachineSlept() {
    wall.advance(Duration.ofHours(1));

    assertThat(clock.instant()).isEqualTo(wall.instant());
  }

  private void pass(Duration time) {
    wall.advance(time);
    nanos.addAndGet(time.toNanos());
  }
}
