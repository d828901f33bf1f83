package io.weir.controlplane.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class SupervisedProcessTest {
  @TempDir private Path directory;

  @Test
  void closingEndsTheProgramAndItsShell() throws Exception {
    var process = start("exec sleep 600");
    List<ProcessHandle> handles = process.handles();

    process.close();

    assertThat(handles).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void killingEndsAProgramThatIgnoresRequests() throws Exception {
    var process = start("trap '' TERM; echo ready; while :; do sleep 0.1; done");

    process.kill();

    assertThat(process.handles()).isEmpty();
  }

  @Test
  void theExitCodeIsTheProgramsOwn() throws Exception {
    try (var process = start("exit 7")) {
      boolean ended = process.awaitExit(Duration.ofSeconds(30));

      assertThat(ended).isTrue();
      assertThat(process.exitCode()).isEqualTo(7);
    }
  }

  @Test
  void theLogOfARunIsWithoutThatOfEarlierRuns() throws Exception {
    try (var first = start("echo one; echo two >&2")) {
      first.awaitExit(Duration.ofSeconds(30));
    }
    try (var second = start("echo three; echo four")) {
      second.awaitExit(Duration.ofSeconds(30));

      assertThat(second.log().lastLines(5)).containsExactly("three", "four");
      assertThat(second.log().lastLines(1)).containsExactly("four");
      assertThat(second.log().contains("one")).isFalse();
    }
  }

  private SupervisedProcess start(String script) throws Exception {
    return SupervisedProcess.start(
        "program",
        List.of("/bin/sh", "-c", script),
        Map.of(),
        directory,
        directory.resolve("program.log"));
  }
}
