package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.sandbox.sweep.RunIfDrawn;
import io.weir.sandbox.sweep.SoakCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole sandboxes that end otherwise than by being stopped. */
@Tag("soak")
class SandboxIT {
  @TempDir private Path directory;

  @Nested
  class WhenSomethingFails {
    @RunIfDrawn(SoakCase.Single.MANAGER_THAT_DOES_NOT_START)
    @Test
    void aManagerThatDoesNotStartIsShownWithItsLogAndLeavesNothing() throws Exception {
      var options = options().withJvmOptions(List.of("-XX:+NoSuchFlag"));

      assertThatThrownBy(() -> Sandbox.start(options, ProgressListener.silent()))
          .isInstanceOf(SandboxException.class)
          .hasMessageContaining("the manager exited instead of starting")
          .hasMessageContaining("NoSuchFlag");

      assertThat(ProcessHandle.current().descendants()).noneMatch(this::worksHere);
      assertThat(left()).isEmpty();
    }

    @RunIfDrawn(SoakCase.Single.JVM_KILLED)
    @Test
    void ofAKilledJvmNothingIsLeft() throws Exception {
      Process jvm = start();
      List<ProcessHandle> processes = startedBy(jvm);

      jvm.destroyForcibly().waitFor();

      assertThat(processes).hasSizeGreaterThanOrEqualTo(5);
      for (ProcessHandle process : processes) {
        process.onExit().get(240, TimeUnit.SECONDS);
      }
    }

    private boolean worksHere(ProcessHandle process) {
      return process.info().commandLine().orElse("").contains(directory.toString());
    }
  }

  private List<Path> left() throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.filter(Files::isDirectory).toList();
    }
  }

  private SandboxOptions options() {
    return SandboxOptions.defaults().inDirectory(directory);
  }

  private Process start() throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            SandboxMain.class.getName(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<ProcessHandle> startedBy(Process jvm) {
    return jvm.inputReader()
        .lines()
        .takeWhile(line -> !line.equals("started"))
        .filter(line -> line.matches("\\d+"))
        .map(line -> ProcessHandle.of(Long.parseLong(line)))
        .flatMap(Optional::stream)
        .toList();
  }
}
