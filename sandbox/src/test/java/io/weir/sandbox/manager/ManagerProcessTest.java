package io.weir.sandbox.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagerProcessTest {
  private static final int PATIENCE_SECONDS = 240;

  @Test
  void goesWithAJvmThatIsKilled(@TempDir Path directory) throws Exception {
    Process jvm = start(program(directory), directory);
    List<ProcessHandle> processes = startedBy(jvm);

    jvm.destroyForcibly().waitFor();

    assertThat(processes).isNotEmpty();
    for (ProcessHandle process : processes) {
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Stands for the manager: says something, then works for ever. */
  private static Path program(Path directory) throws Exception {
    Path program =
        Files.writeString(
            directory.resolve("manager.sh"), "#!/bin/sh\necho here\nexec sleep 3600\n");
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private static Process start(Path program, Path directory) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ManagerMain.class.getName(),
            program.toString(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<ProcessHandle> startedBy(Process jvm) {
    return jvm.inputReader()
        .lines()
        .takeWhile(line -> !line.equals("started"))
        .map(line -> ProcessHandle.of(Long.parseLong(line)))
        .flatMap(Optional::stream)
        .toList();
  }
}
