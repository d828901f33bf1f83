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

    assertThat(usual.end(List.of(NOW))).contains(NOW.plusSeconds(10));
    assertThat(longer.end(List.of(NOW))).contains(NOW.plusSeconds(30));
  }

  @Test
  void isCountedFromTheLastOfItsMoments() {
    var patience = NodePatience.of(Optional.empty());

    assertThat(patience.end(List.of(NOW.minusSeconds(300), NOW.minusSeconds(1))))
        .contains(NOW.plusSeconds(9));
  }

  @Test
  void neverEndsWhenItIsZero() {
    assertThat(NodePatience.of(Optional.of(0)).end(List.of(Instant.EPOCH))).isEmpty();
  }
}
