package io.weir.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.controlplane.process.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLauncherTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path directory;

  @Test
  void aTakenPortIsReplacedByAnother() throws Exception {
    Set<Integer> tried = new HashSet<>();

    try (var process =
        ServerLauncher.startOnFreePort(
            port -> {
              tried.add(port);
              return tried.size() == 1
                  ? server("echo 'bind: address already in use'; exit 1", false, PATIENCE).start()
                  : server("exec sleep 600", true, PATIENCE).start();
            })) {

      assertThat(tried).hasSize(2);
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void aPortThatAnotherProgramHasIsToldWithTheRemedyBeforeAnythingIsStarted() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();

      assertThatThrownBy(
              () ->
                  ServerLauncher.startOnPort(
                      port,
                      Duration.ZERO,
                      _ -> {
                        throw new AssertionError("started");
                      }))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage(remedy(port));
    }
  }

  @Test
  void aPortThatAnotherProgramTakesAtTheLastMomentIsToldAlike() throws Exception {
    int port = FreePort.find();

    assertThatThrownBy(
            () ->
                ServerLauncher.startOnPort(
                    port,
                    PATIENCE,
                    _ ->
                        server("echo 'bind: address already in use'; exit 1", false, PATIENCE)
                            .start()))
        .hasMessage(remedy(port));
  }

  private static String remedy(int port) {
    return "port %d of 127.0.0.1 is taken by another program: stop that one or choose another port"
        .formatted(port);
  }

  @Test
  void anEndBeforeReadinessShowsTheLastLinesAndTheirFile() {
    ServerLauncher serverLauncher =
        server("echo first; echo 'cannot open store'; exit 3", false, PATIENCE);

    assertThatThrownBy(serverLauncher::start)
        .isInstanceOf(StartException.class)
        .hasMessageContaining("thing ended with code 3 instead of starting")
        .hasMessageContaining(directory.resolve("thing.log").toString())
        .hasMessageEndingWith("cannot open store");
  }

  @Test
  void whatIsNeverReadyIsEndedAfterItsTime() {
    ServerLauncher serverLauncher = server("exec sleep 600", false, Duration.ofMillis(300));

    assertThatThrownBy(serverLauncher::start).hasMessageContaining("thing was not ready within");

    assertThat(ProcessHandle.current().descendants()).noneMatch(this::worksHere);
  }

  private boolean worksHere(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("sleep 600");
  }

  private ServerLauncher server(String script, boolean ready, Duration timeout) {
    return new ServerLauncher(
        "thing",
        List.of("/bin/sh", "-c", script),
        directory,
        directory.resolve("thing.log"),
        timeout,
        () -> ready);
  }
}
