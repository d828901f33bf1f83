package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultReplicasTest {

  private static int of(String min, String max, OptionalInt current) {
    return DefaultReplicas.of(Optional.ofNullable(min), Optional.ofNullable(max), current);
  }

  @Test
  void areTheAutoscalersSmallestSizeForANewPool() {
    assertThat(of("3", "9", OptionalInt.empty())).isEqualTo(3);
    assertThat(of("0", "9", OptionalInt.empty())).isZero();
  }

  @ParameterizedTest
  @CsvSource({"5, 5", "1, 3", "12, 9", "0, 3"})
  void areWhatThePoolHasWithinTheAutoscalersBounds(int current, int wanted) {
    assertThat(of("3", "9", OptionalInt.of(current))).isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource({",", "3,", ",9", "three,9", "3,-1"})
  void areOneForANewPoolAndWhatAnotherHasWhereABoundIsMissingOrIsNoNumber(String min, String max) {
    assertThat(of(min, max, OptionalInt.empty())).isEqualTo(1);
    assertThat(of(min, max, OptionalInt.of(0))).isEqualTo(1);
    assertThat(of(min, max, OptionalInt.of(7))).isEqualTo(7);
  }
}
