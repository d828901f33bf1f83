package io.weir.sandbox.manager;

import io.weir.controlplane.StartRecorder;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The manager, running or not. It ends with this JVM, however that ends. Safe for concurrent use.
 */
public final class ManagerProcess implements AutoCloseable {
  private final ManagerLaunch launch;
  private SupervisedProcess process;

  private ManagerProcess(ManagerLaunch launch, SupervisedProcess process) {
    this.launch = launch;
    this.process = process;
  }

  /**
   * Starts it; returns at once, when it is far from ready.
   *
   * @throws IOException when the process cannot be made
   */
  public static ManagerProcess start(ManagerLaunch launch) throws IOException {
    return new ManagerProcess(launch, run(launch));
  }

  private static SupervisedProcess run(ManagerLaunch launch) throws IOException {
    StartRecorder.record("manager");
    return SupervisedProcess.start(
        "manager",
        launch.command(System.getenv()),
        launch.environment(),
        launch.directory(),
        launch.log());
  }

  /** Whether it runs. */
  public synchronized boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it as {@code kill -9} does; returns when it is gone. */
  public synchronized void kill() {
    process.kill();
  }

  /** Ends it as a deployment does: it may finish and give its lease back. */
  public synchronized void stop() {
    process.close();
  }

  /** Starts it again after an end, with the same log. Does nothing while it runs. */
  public synchronized void restart() throws IOException {
    if (!process.isAlive()) {
      process = run(launch);
    }
  }

  /** Completes when the process that runs now has ended. */
  public synchronized CompletableFuture<Void> whenEnded() {
    return CompletableFuture.allOf(
        process.handles().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
  }

  /** The first process of the program; empty when it does not run, or not yet. */
  public synchronized Optional<ProcessHandle> handle() {
    return measured().stream().findFirst();
  }

  /** What it uses, all of its processes together; empty when it does not run. */
  public Optional<ProcessUsage> usage() {
    return measured().stream()
        .flatMap(handle -> ProcessUsage.of(handle).stream())
        .reduce(ProcessUsage::plus);
  }

  private synchronized List<ProcessHandle> measured() {
    return process.handles().stream().filter(launch.program()::isMeasured).toList();
  }

  /** The log of all its runs. */
  public Path logFile() {
    return launch.log();
  }

  /** The last lines of this run's log. */
  public synchronized List<String> lastLines(int count) {
    return process.log().lastLines(count);
  }

  /** Stops it for good. */
  @Override
  public void close() {
    stop();
  }
}
