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
  void outlastsTheRestartOfAnApiServerUnlessThePoolSaysOtherwise() {
    var usual = NodePatience.of(Optional.empty());
    var shorter = NodePatience.of(Optional.of(3));

    assertThat(usual.endOfOutage(NOW, NOW)).contains(NOW.plusSeconds(60));
    assertThat(usual.endOfOutage(NOW, NOW.minusSeconds(300))).contains(NOW.plusSeconds(10));
    assertThat(shorter.endOfOutage(NOW, NOW)).contains(NOW.plusSeconds(3));
  }

  @Test
  void neverEndsWhenItIsZero() {
    assertThat(NodePatience.of(Optional.of(0)).endOfOutage(NOW, NOW)).isEmpty();
    assertThat(NodePatience.of(Optional.of(0)).end(List.of(Instant.EPOCH))).isEmpty();
  }
}
