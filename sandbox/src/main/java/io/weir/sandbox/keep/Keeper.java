package io.weir.sandbox.keep;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the state down when it has changed, at the end and every second before, so that a sandbox
 * that is killed loses no more than that.
 */
public final class Keeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final Path directory;
  private final Supplier<State> now;
  private final ScheduledExecutorService alarm =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("keeper").factory());
  private Optional<State> written = Optional.empty();

  /**
   * Begins.
   *
   * @param directory where the state is written
   * @param now the state at the moment of the call
   */
  public Keeper(Path directory, Supplier<State> now) {
    this.directory = directory;
    this.now = now;
    var _ =
        alarm.scheduleWithFixedDelay(
            this::keep, BETWEEN.toMillis(), BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void keep() {
    try {
      Optional<State> current = Optional.of(now.get());
      if (!current.equals(written)) {
        current.get().write(directory);
        written = current;
      }
    } catch (IOException | RuntimeException failure) {
      LOG.warn("the state of the sandbox could not be kept: {}", failure.getMessage());
    }
  }

  /** Writes it down for the last time. */
  @Override
  public void close() {
    alarm.shutdownNow();
    keep();
  }
}
