package io.weir.engine.noderef;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodePatienceTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void isTenSecondsUnlessThePoolSaysOtherwise() {
    var usual = NodePatience.of(Optional.empty());
    var longer = NodePatience.of(Optional.of(30));

    assertThat(usual.over(List.of(NOW.minusSeconds(9)), NOW)).isFalse();
    assertThat(usual.over(List.of(NOW.minusSeconds(10)), NOW)).isTrue();
    assertThat(longer.over(List.of(NOW.minusSeconds(29)), NOW)).isFalse();
    assertThat(longer.over(List.of(NOW.minusSeconds(30)), NOW)).isTrue();
  }

  @Test
  void isCountedFromTheLastOfItsMoments() {
    var deleted = NOW.minusSeconds(300);

    boolean over =
        NodePatience.of(Optional.empty()).over(List.of(deleted, NOW.minusSeconds(1)), NOW);

    assertThat(over).isFalse();
  }

  @Test
  void neverEndsWhenItIsZero() {
    boolean over = NodePatience.of(Optional.of(0)).over(List.of(Instant.EPOCH), NOW);

    assertThat(over).isFalse();
  }
}
