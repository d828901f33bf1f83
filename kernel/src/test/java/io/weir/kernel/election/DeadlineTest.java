package io.weir.kernel.election;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadlineTest {

  private static final Deadline DEADLINE = new Deadline(10_000_000_000L, 10_000);

  @Test
  void holdsWhileBothClocksAreBeforeIt() {
    assertThat(DEADLINE.hasPassed(9_999_999_999L, 9_999)).isFalse();
  }

  @Test
  void hasPassedAfterASuspensionThatOnlyOneClockSaw() {
    assertThat(DEADLINE.hasPassed(1_000_000_000L, 60_000)).isTrue();
  }

  @Test
  void hasPassedThoughTheOtherClockWasSetBack() {
    assertThat(DEADLINE.hasPassed(10_000_000_000L, -5_000)).isTrue();
  }

  @Test
  void hasPassedBeforeAnyWasSet() {
    assertThat(Deadline.PASSED.hasPassed()).isTrue();
  }
}
