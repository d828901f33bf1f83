package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DefaultReplicasTest {

  @Test
  void areTheAutoscalersSmallestSizeWhereBothBoundsAreGiven() {
    assertThat(DefaultReplicas.of(Optional.of("3"), Optional.of("9"))).isEqualTo(3);
    assertThat(DefaultReplicas.of(Optional.of("0"), Optional.of("9"))).isZero();
  }

  @Test
  void areOneWhereABoundIsMissingOrIsNoNumber() {
    assertThat(DefaultReplicas.of(Optional.empty(), Optional.empty())).isEqualTo(1);
    assertThat(DefaultReplicas.of(Optional.of("3"), Optional.empty())).isEqualTo(1);
    assertThat(DefaultReplicas.of(Optional.empty(), Optional.of("9"))).isEqualTo(1);
    assertThat(DefaultReplicas.of(Optional.of("three"), Optional.of("9"))).isEqualTo(1);
    assertThat(DefaultReplicas.of(Optional.of("3"), Optional.of("-1"))).isEqualTo(1);
  }
}
