package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {

  @Test
  void ofAThousandTenTookLongerThanTheP99() {
    List<Duration> durations = IntStream.rangeClosed(1, 1000).mapToObj(Duration::ofMillis).toList();

    assertThat(Percentiles.of(durations.reversed()))
        .isEqualTo(
            new Percentiles(
                1000, Duration.ofMillis(500), Duration.ofMillis(990), Duration.ofMillis(1000)));
  }

  @Test
  void ofFewTheP99IsTheLongestAndOfNoneAllIsZero() {
    assertThat(Percentiles.of(List.of(Duration.ofSeconds(2), Duration.ofSeconds(1))))
        .isEqualTo(
            new Percentiles(
                2, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(2)));
    assertThat(Percentiles.of(List.of()))
        .isEqualTo(new Percentiles(0, Duration.ZERO, Duration.ZERO, Duration.ZERO));
  }
}
