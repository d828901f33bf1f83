package io.weir.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FailedAttemptTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private final Random random = new Random(7);

  @Test
  void theSameAttemptIsHeldBackAndAnotherIsNot() {
    var failedAttempt =
        FailedAttempt.afterFailure(Optional.empty(), "subnet-1", Backoff.HUMAN, NOW, random);

    assertThat(failedAttempt.appliesTo("subnet-1", NOW.plusSeconds(40))).isTrue();
    assertThat(failedAttempt.appliesTo("subnet-2", NOW.plusSeconds(40))).isFalse();
    assertThat(failedAttempt.appliesTo("subnet-1", NOW.plusSeconds(80))).isFalse();
  }

  @Test
  void pausesGrowToTheirCapAndStayThere() {
    Optional<FailedAttempt> last = Optional.empty();

    for (int i = 1; i <= 40; i++) {
      var next = FailedAttempt.afterFailure(last, "x", Backoff.HUMAN, NOW, random);
      Duration pause = Duration.between(NOW, next.until());
      long nominal = Math.min(60L << Math.min(i - 1, 10), 300);
      assertThat(pause.toMillis()).isBetween(nominal * 800, nominal * 1200);
      last = Optional.of(next);
    }
  }

  @Test
  void anotherFailureStartsAnew() {
    var first = FailedAttempt.afterFailure(Optional.empty(), "a", Backoff.TRANSIENT, NOW, random);

    var other = FailedAttempt.afterFailure(Optional.of(first), "b", Backoff.TRANSIENT, NOW, random);

    assertThat(other.failures()).isEqualTo(1);
  }
}
