package io.weir.sandbox.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.manager.ProcessUsage;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsageMeterTest {
  @Test
  void cpuIsWhatTheSameProcessUsedSince() {
    assertThat(UsageMeter.cpu(used(7, 3), used(7, 5))).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void anotherProcessBeganAtZero() {
    assertThat(UsageMeter.cpu(used(7, 3), used(8, 2))).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aProcessThatIsGoneTellsNothing() {
    assertThat(UsageMeter.cpu(used(7, 3), Optional.empty())).isZero();
  }

  private static Optional<ProcessUsage> used(long pid, long seconds) {
    return Optional.of(new ProcessUsage(pid, 0, 0, Duration.ofSeconds(seconds)));
  }
}
