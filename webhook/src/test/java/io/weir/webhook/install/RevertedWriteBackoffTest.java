package io.weir.webhook.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RevertedWriteBackoffTest {

  private final RevertedWriteBackoff revertedWriteBackoff = new RevertedWriteBackoff();

  @Test
  void aFewWritesInARowAreFree() {
    for (int write = 0; write < 8; write++) {
      assertThat(revertedWriteBackoff.remainingPause(write)).isZero();
      assertThat(revertedWriteBackoff.recordWrite(write)).isFalse();
    }
  }

  @Test
  void manyWaitEverLongerUpToAMinuteAndAreToldOnce() {
    long now = 0;
    int reported = 0;
    for (int write = 0; write < 40; write++) {
      now += revertedWriteBackoff.remainingPause(now).toNanos();
      reported += revertedWriteBackoff.recordWrite(now) ? 1 : 0;
    }

    assertThat(revertedWriteBackoff.remainingPause(now)).isEqualTo(Duration.ofMinutes(1));
    assertThat(reported).isEqualTo(1);
  }

  @Test
  void calmEndsIt() {
    for (int write = 0; write < 20; write++) {
      boolean _ = revertedWriteBackoff.recordWrite(0);
    }
    long later = Duration.ofMinutes(5).toNanos();

    boolean _ = revertedWriteBackoff.recordWrite(later);

    assertThat(revertedWriteBackoff.remainingPause(later)).isZero();
  }
}
