package io.weir.api.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private final Backoff minutes = Backoff.doubling(Duration.ofMinutes(1), Duration.ofMinutes(5));

  @Test
  void pausesDoubleToTheLongestAndStayThere() {
    assertThat(minutes.nominal(1)).isEqualTo(Duration.ofMinutes(1));
    assertThat(minutes.nominal(3)).isEqualTo(Duration.ofMinutes(4));
    assertThat(minutes.nominal(4)).isEqualTo(Duration.ofMinutes(5));
    assertThat(minutes.nominal(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void pausesGrowByAnyFactor() {
    var slow = new Backoff(Duration.ofSeconds(4), Duration.ofHours(1), 1.5, Backoff.Jitter.NONE);

    assertThat(slow.nominal(3)).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void jitterStaysWithinItsBoundsAndDiffers() {
    var random = new Random(7);
    var halved = minutes.jittered(0.5, 1);

    var pauses = random.ints(100, 1, 2).mapToObj(n -> halved.pause(n, random)).toList();

    assertThat(pauses)
        .allMatch(pause -> pause.toMillis() >= 30_000 && pause.toMillis() <= 60_000)
        .doesNotHaveDuplicates();
  }

  @Test
  void withoutJitterEveryPauseIsTheNominalOne() {
    assertThat(minutes.pause(2, new Random(7))).isEqualTo(minutes.nominal(2));
  }

  @Test
  void boundsThatCannotGrowAreRefused() {
    assertThatThrownBy(() -> Backoff.doubling(Duration.ZERO, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Backoff.doubling(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> minutes.jittered(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
