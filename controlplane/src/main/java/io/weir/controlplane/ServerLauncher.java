package io.weir.controlplane;

import io.weir.controlplane.process.FreePort;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A program that is useful once it answers.
 *
 * @param name how messages call it
 * @param command the program and its arguments
 * @param directory where it works
 * @param log where its output goes
 * @param timeout how long it may take to answer
 * @param ready whether it answers
 */
record ServerLauncher(
    String name,
    List<String> command,
    Path directory,
    Path log,
    Duration timeout,
    ReadinessCheck ready) {
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(25);
  private static final int PORTS_TRIED = 5;

  /** Starts it and returns when it answers; nothing runs when this fails. */
  SupervisedProcess start() throws IOException, InterruptedException {
    var process = SupervisedProcess.start(name, command, Map.of(), directory, log);
    try {
      awaitReady(process);
      return process;
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  private void awaitReady(SupervisedProcess process) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!ready.isReady()) {
      if (process.awaitExit(BETWEEN_QUESTIONS)) {
        throw new StartException(
            "%s ended with code %d instead of starting".formatted(name, process.exitCode()),
            process.log());
      }
      if (System.nanoTime() > deadline) {
        throw new StartException(
            "%s was not ready within %d s".formatted(name, timeout.toSeconds()), process.log());
      }
    }
  }

  /**
   * Starts something on the port that it must have.
   *
   * @param port 0 for any that is free
   * @param patience how long another program may still have it
   * @throws IOException when another program has the port
   */
  static <T> T startOnPort(int port, Duration patience, PortStarter<T> server)
      throws IOException, InterruptedException {
    if (port == 0) {
      return startOnFreePort(server);
    }
    // Asked first: the program would try for a while, and say it at length.
    if (!FreePort.awaitFree(port, patience)) {
      throw taken(port);
    }
    try {
      return server.start(port);
    } catch (StartException e) {
      if (e.isPortTaken()) {
        throw taken(port);
      }
      throw e;
    }
  }

  private static IOException taken(int port) {
    return new IOException(
        "port %d of 127.0.0.1 is taken by another program: stop that one or choose another port"
            .formatted(port));
  }

  /** Starts something on a free port, and on another one if that was taken meanwhile. */
  static <T> T startOnFreePort(PortStarter<T> server) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return server.start(FreePort.find());
      } catch (StartException e) {
        if (!e.isPortTaken() || attempt == PORTS_TRIED) {
          throw e;
        }
      }
    }
  }

  /** Something to wait for. */
  @FunctionalInterface
  interface ReadinessCheck {
    boolean isReady() throws IOException, InterruptedException;
  }

  /** A way to start a server, given a port. */
  @FunctionalInterface
  interface PortStarter<T> {
    T start(int port) throws IOException, InterruptedException;
  }
}
