package io.weir.sandbox.saved;

import io.weir.controlplane.files.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what has changed, at the end and every second before, so that a sandbox that is
 * killed loses no more than that. Safe for concurrent use.
 */
public final class StateSaver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StateSaver.class);
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final Path directory;
  private final Map<String, SavedFile> files = new TreeMap<>();
  private final ScheduledExecutorService alarm =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("state-saver").factory());

  /** A file with what it held last. */
  private static final class SavedFile {
    private final Supplier<byte[]> now;
    private byte[] written = {};

    SavedFile(Supplier<byte[]> now) {
      this.now = now;
    }
  }

  /** Begins with no file. */
  public StateSaver(Path directory) {
    this.directory = directory;
    var _ =
        alarm.scheduleWithFixedDelay(
            this::write, BETWEEN.toMillis(), BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * What was kept in a file at another time.
   *
   * @return empty when there is none yet
   * @throws IOException when it cannot be read
   */
  public Optional<byte[]> readSaved(String file) throws IOException {
    Path path = directory.resolve(file);
    return Files.exists(path) ? Optional.of(Files.readAllBytes(path)) : Optional.empty();
  }

  /**
   * Keeps a file from now on.
   *
   * @param now what it shall hold at the moment of the call
   */
  public synchronized void register(String file, Supplier<byte[]> now) {
    files.put(file, new SavedFile(now));
  }

  private synchronized void write() {
    files.forEach(this::write);
  }

  private void write(String file, SavedFile savedFile) {
    try {
      byte[] current = savedFile.now.get();
      if (!Arrays.equals(current, savedFile.written)) {
        PrivateFile.write(directory.resolve(file), current);
        savedFile.written = current;
      }
    } catch (IOException | RuntimeException failure) {
      LOG.warn("cannot save the state of the sandbox: {}", failure.getMessage());
    }
  }

  /** Writes everything down for the last time. */
  @Override
  public void close() {
    alarm.shutdownNow();
    write();
  }
}
