package io.weir.webhook.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DisputeTest {

  private final Dispute dispute = new Dispute();

  @Test
  void aFewWritesInARowAreFree() {
    for (int write = 0; write < 8; write++) {
      assertThat(dispute.pause(write)).isZero();
      assertThat(dispute.wrote(write)).isFalse();
    }
  }

  @Test
  void manyWaitEverLongerUpToAMinuteAndAreToldOnce() {
    long now = 0;
    int told = 0;
    for (int write = 0; write < 40; write++) {
      now += dispute.pause(now).toNanos();
      told += dispute.wrote(now) ? 1 : 0;
    }

    assertThat(dispute.pause(now)).isEqualTo(Duration.ofMinutes(1));
    assertThat(told).isEqualTo(1);
  }

  @Test
  void calmEndsIt() {
    for (int write = 0; write < 20; write++) {
      boolean _ = dispute.wrote(0);
    }
    long later = Duration.ofMinutes(5).toNanos();

    boolean _ = dispute.wrote(later);

    assertThat(dispute.pause(later)).isZero();
  }
}
