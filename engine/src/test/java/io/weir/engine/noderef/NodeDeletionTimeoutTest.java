package io.weir.engine.noderef;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeDeletionTimeoutTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void isTenSecondsUnlessThePoolSaysOtherwise() {
    var usual = NodeDeletionTimeout.of(Optional.empty());
    var longer = NodeDeletionTimeout.of(Optional.of(30));

    assertThat(usual.deadline(List.of(NOW))).contains(NOW.plusSeconds(10));
    assertThat(longer.deadline(List.of(NOW))).contains(NOW.plusSeconds(30));
  }

  @Test
  void isCountedFromTheLastOfItsMoments() {
    var patience = NodeDeletionTimeout.of(Optional.empty());

    assertThat(patience.deadline(List.of(NOW.minusSeconds(300), NOW.minusSeconds(1))))
        .contains(NOW.plusSeconds(9));
  }

  @Test
  void outlastsTheRestartOfAnApiServerUnlessThePoolSaysOtherwise() {
    var usual = NodeDeletionTimeout.of(Optional.empty());
    var shorter = NodeDeletionTimeout.of(Optional.of(3));

    assertThat(usual.outageDeadline(NOW, NOW)).contains(NOW.plusSeconds(60));
    assertThat(usual.outageDeadline(NOW, NOW.minusSeconds(300))).contains(NOW.plusSeconds(10));
    assertThat(shorter.outageDeadline(NOW, NOW)).contains(NOW.plusSeconds(3));
  }

  @Test
  void neverEndsWhenItIsZero() {
    assertThat(NodeDeletionTimeout.of(Optional.of(0)).outageDeadline(NOW, NOW)).isEmpty();
    assertThat(NodeDeletionTimeout.of(Optional.of(0)).deadline(List.of(Instant.EPOCH))).isEmpty();
  }
}
