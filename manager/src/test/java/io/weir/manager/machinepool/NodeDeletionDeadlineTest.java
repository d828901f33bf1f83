package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.kernel.work.Requeue;
import io.weir.kernel.work.RetryBackoffs;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeDeletionDeadlineTest {

  private static Requeue retry(Optional<Duration> left) {
    return NodeDeletionDeadline.retry("refused", left);
  }

  private static Requeue upTo(Duration longest) {
    return new Requeue.CustomBackoff(
        "refused", RetryBackoffs.between(Duration.ofSeconds(1), longest));
  }

  @Test
  void pausesBetweenDeletionsGrowToAMinuteWithoutADeadlineOrFarFromIt() {
    assertThat(retry(Optional.empty())).isEqualTo(upTo(Duration.ofMinutes(1)));
    assertThat(retry(Optional.of(Duration.ofHours(1)))).isEqualTo(upTo(Duration.ofMinutes(1)));
  }

  @Test
  void pausesBetweenDeletionsAreNoLongerThanWhatIsLeftOfTheTime() {
    assertThat(retry(Optional.of(Duration.ofSeconds(9)))).isEqualTo(upTo(Duration.ofSeconds(9)));
  }

  @Test
  void theFirstPauseStaysThatLongEvenWhereLessIsLeftOfTheTime() {
    assertThat(retry(Optional.of(Duration.ofMillis(1)))).isEqualTo(upTo(Duration.ofSeconds(1)));
  }
}
