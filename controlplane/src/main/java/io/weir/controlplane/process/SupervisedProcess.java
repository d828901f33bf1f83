package io.weir.controlplane.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running program that ends with this JVM, however the JVM ends. It is only ever signalled
 * through its own handle, never by name.
 */
public final class SupervisedProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SupervisedProcess.class);

  /** How long a program may take to end by itself once asked. */
  public static final Duration GRACE = Duration.ofSeconds(10);

  private final String name;
  private final Process supervisor;
  private final LogFile log;

  private SupervisedProcess(String name, Process supervisor, LogFile log) {
    this.name = name;
    this.supervisor = supervisor;
    this.log = log;
  }

  /** Starts a program with these variables beside this JVM's own. */
  public static SupervisedProcess start(
      String name, List<String> command, Map<String, String> more, Path directory, Path log)
      throws IOException {
    return start(name, command, ProcessEnvironment.inheritedWith(more), directory, log);
  }

  /**
   * Starts a program.
   *
   * @param name how messages call it
   * @param command the program and its arguments
   * @param environment its variables
   * @param directory the program's working directory; made if absent
   * @param log where both its output streams go, appended
   * @throws IOException when the shell or the log cannot be opened
   */
  public static SupervisedProcess start(
      String name, List<String> command, ProcessEnvironment environment, Path directory, Path log)
      throws IOException {
    Files.createDirectories(directory);
    LogFile run = LogFile.appendingTo(log);
    var builder =
        new ProcessBuilder(SupervisorCommand.wrap(command))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    environment.applyTo(builder);
    LOG.debug("starting {}, log in {}", name, log);
    return new SupervisedProcess(name, builder.start(), run);
  }

  /** How messages call it. */
  public String name() {
    return name;
  }

  /** What this run wrote. */
  public LogFile log() {
    return log;
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return supervisor.isAlive();
  }

  /** The exit code, or 128 plus the signal that ended it. Only after the end. */
  public int exitCode() {
    return supervisor.exitValue();
  }

  /** Waits for the end; false when it still runs after that time. */
  public boolean awaitExit(Duration timeout) throws InterruptedException {
    return supervisor.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The program and its shell, as the operating system knows them; empty once ended. */
  public List<ProcessHandle> handles() {
    ProcessHandle root = supervisor.toHandle();
    return Stream.concat(Stream.of(root), root.descendants())
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  /** Ends it at once, without letting it finish anything; returns when it is gone. */
  public void kill() {
    List<ProcessHandle> all = handles();
    all.reversed().forEach(ProcessHandle::destroyForcibly);
    all.forEach(handle -> handle.onExit().join());
  }

  /** Asks it to end, kills it after {@link #GRACE}, and returns when it is gone. */
  @Override
  public void close() {
    List<ProcessHandle> all = handles();
    try {
      supervisor.getOutputStream().close();
    } catch (IOException alreadyClosed) {
      LOG.trace("{} ended before it was asked to", name, alreadyClosed);
    }
    if (!ended()) {
      LOG.warn("{} did not end within {} s and is killed", name, GRACE.toSeconds());
      all.reversed().forEach(ProcessHandle::destroyForcibly);
    }
    all.forEach(handle -> handle.onExit().join());
  }

  private boolean ended() {
    try {
      return awaitExit(GRACE);
    } catch (InterruptedException _) {
      // Whoever interrupts wants to leave soon; nothing may stay behind all the same.
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
