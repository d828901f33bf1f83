package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.sweep.RunIfDrawn;
import io.weir.sandbox.sweep.SoakCase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sandbox in a process of its own, and the signals by which people and systems stop it. It is the
 * leader of a process group, as what a shell runs in the foreground is; it takes Linux' own
 * programs to make it that.
 */
@EnabledOnOs(OS.LINUX)
class SignalsIT {
  private static final int PATIENCE_SECONDS = 240;
  private static final String STARTED = "Ctrl-C stops it.";

  @TempDir private Path directory;

  private final List<String> reported = new ArrayList<>();
  private Process session;
  private BufferedReader output;

  @AfterEach
  void end() {
    session.descendants().forEach(ProcessHandle::destroyForcibly);
    session.destroyForcibly();
  }

  /** The terminal gives SIGINT to all of the group: to the API server and the manager, too. */
  @Test
  void ctrlCInItsTerminalEndsItAndLeavesNothing() throws Exception {
    List<ProcessHandle> processes = started(STARTED);

    signal("INT", "-" + session.pid());

    assertNothingLeft(processes, 130);
  }

  @Tag("soak")
  @RunIfDrawn(SoakCase.Single.SIGTERM)
  @Test
  void sigtermEndsItAndLeavesNothing() throws Exception {
    List<ProcessHandle> processes = started(STARTED);

    signal("TERM", Long.toString(session.pid()));

    assertNothingLeft(processes, 143);
  }

  @Tag("soak")
  @RunIfDrawn(SoakCase.Single.SIGINT_ALONE)
  @Test
  void sigintOfItAloneEndsItAndLeavesNothing() throws Exception {
    List<ProcessHandle> processes = started(STARTED);

    signal("INT", Long.toString(session.pid()));

    assertNothingLeft(processes, 130);
  }

  @Tag("soak")
  @RunIfDrawn(SoakCase.Single.SIGHUP)
  @Test
  void theEndOfItsTerminalEndsItAndLeavesNothing() throws Exception {
    List<ProcessHandle> processes = started(STARTED);

    signal("HUP", "-" + session.pid());

    assertNothingLeft(processes, 129);
  }

  /** The API server runs, and the manager is about to be started. */
  @Tag("soak")
  @RunIfDrawn(SoakCase.Single.SIGINT_WHILE_STARTING)
  @Test
  void ctrlCWhileItStartsEndsItAndLeavesNothing() throws Exception {
    List<ProcessHandle> processes = started("as management and workload cluster");

    signal("INT", "-" + session.pid());

    assertNothingLeft(processes, 130);
  }

  /** Starts it, and returns what it has started when it says this. */
  private List<ProcessHandle> started(String line) throws IOException {
    session =
        new ProcessBuilder(
                "setsid",
                // Where tests run in the background, they and theirs would ignore Ctrl-C.
                "env",
                "--default-signal=INT,HUP,TERM",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dweir.manager.class-path=" + System.getProperty("weir.manager.class-path", ""),
                "-cp",
                System.getProperty("java.class.path"),
                SessionMain.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    output = session.inputReader();
    for (String next = output.readLine(); next != null; next = output.readLine()) {
      reported.add(next);
      if (next.contains(line)) {
        return session.descendants().toList();
      }
    }
    throw new AssertionError("never told: " + line + "\n" + String.join("\n", reported));
  }

  private static void signal(String name, String whom) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "--", whom).start().waitFor()).isZero();
  }

  private void assertNothingLeft(List<ProcessHandle> processes, int code) throws Exception {
    assertThat(session.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    output.lines().forEach(reported::add);
    assertThat(session.exitValue()).as(String.join("\n", reported)).isEqualTo(code);
    assertThat(processes).hasSizeGreaterThanOrEqualTo(3);
    for (ProcessHandle process : processes) {
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    try (Stream<Path> entries = Files.list(directory)) {
      assertThat(entries.filter(Files::isDirectory)).isEmpty();
    }
    assertThat(reported).anyMatch(line -> line.contains("stopped; only the cache is left"));
  }
}
