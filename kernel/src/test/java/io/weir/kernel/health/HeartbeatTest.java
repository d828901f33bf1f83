package io.weir.kernel.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

  private final AtomicLong nanos = new AtomicLong(5);
  private final Heartbeat heartbeat =
      new Heartbeat("the observer of aws", Duration.ofSeconds(60), nanos::get);

  private void advance(int seconds) {
    long _ = nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void whatHasNotBegunOrHasEndedNeverStandsStill() {
    advance(1000);
    assertThat(heartbeat.problem()).isEmpty();

    heartbeat.beat();
    heartbeat.end();
    advance(1000);

    assertThat(heartbeat.problem()).isEmpty();
  }

  @Test
  void whatStandsStillIsNamedUntilItMovesAgain() {
    heartbeat.beat();
    advance(60);
    assertThat(heartbeat.problem()).isEmpty();

    advance(1);
    assertThat(heartbeat.problem())
        .contains("the observer of aws has not moved for more than 60 s");
    heartbeat.beat();

    assertThat(heartbeat.problem()).isEmpty();
  }
}
