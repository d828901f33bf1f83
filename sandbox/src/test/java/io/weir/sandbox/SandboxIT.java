package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Once;
import io.weir.sandbox.once.Transcript;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Nested
  class ARun {
    @Test
    void theExampleRunsAndWhatItCostIsTold() throws Exception {
      Once.Outcome outcome = once(Manifests.example(), PATIENCE);

      assertThat(outcome).isEqualTo(Once.Outcome.RUNNING);
      assertThat(told())
          .contains("MachinePool workers: Running, 3 of 3 replicas, 3 of 3 Nodes Ready")
          .contains("CreateAutoScalingGroup")
          .contains("machinepools/status")
          .contains("resident memory");
      assertThat(left()).isEmpty();
    }

    @Test
    void aPoolThatCannotRunIsToldWithTheReason() throws Exception {
      Manifests example = Manifests.example();
      var wrong =
          Manifests.of(
              "wrong.yaml", example.yaml().replace("subnet-0aaaaaaaaaaaaaaa1", "subnet-9"));

      Once.Outcome outcome = once(wrong, Duration.ofSeconds(60));

      assertThat(outcome).isEqualTo(Once.Outcome.NOT_RUNNING);
      assertThat(told())
          .contains("not there after 60 s")
          .contains("AWSMachinePool default/workers")
          .contains("subnet-9")
          .containsOnlyOnce("Warning: AWSMachinePool workers: Failed: ")
          .contains("Last lines of the manager");
    }
  }

  @Nested
  class WhenSomethingFails {
    @Test
    void aManagerThatDoesNotStartIsShownWithItsLogAndLeavesNothing() throws Exception {
      var options = options().withJvmOptions(List.of("-XX:+NoSuchFlag"));

      assertThatThrownBy(() -> Sandbox.start(options, Progress.silent()))
          .isInstanceOf(SandboxException.class)
          .hasMessageContaining("the manager ended instead of starting")
          .hasMessageContaining("NoSuchFlag");

      assertThat(ProcessHandle.current().descendants()).noneMatch(this::worksHere);
      assertThat(left()).isEmpty();
    }

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
    return SandboxOptions.defaults().in(directory);
  }

  private Once.Outcome once(Manifests manifests, Duration timeout) throws Exception {
    var transcript =
        new Transcript(new PrintStream(out, true, StandardCharsets.UTF_8), System::nanoTime);
    return new Once(manifests, timeout, transcript).run(options());
  }

  private String told() {
    return out.toString(StandardCharsets.UTF_8);
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
