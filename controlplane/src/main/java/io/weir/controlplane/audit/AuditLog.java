package io.weir.controlplane.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The requests that an API server has logged, each once. Reads on from where it stopped, so that
 * asking often is cheap. Safe for concurrent use.
 *
 * <p>The API server writes a line after it has answered: a client may hold the answer before the
 * request is seen here. {@link #await} bridges that.
 */
public final class AuditLog {
  private final Path file;
  private final TailReader lines;
  private final List<AuditRecord> requests = new ArrayList<>();
  private final Set<String> goingOn = new HashSet<>();
  private long damaged;

  /**
   * A log whose lines are Events of audit.k8s.io/v1.
   *
   * @param file need not exist yet, but its directory must
   */
  public AuditLog(Path file) {
    this.file = file.toAbsolutePath();
    this.lines = new TailReader(file);
  }

  /** The log itself. */
  public Path file() {
    return file;
  }

  /** A place in the log: requests seen up to now lie before it. */
  public synchronized Mark mark() throws IOException {
    read();
    return new Mark(requests.size());
  }

  /** The place before the first request. */
  public static Mark beginning() {
    return new Mark(0);
  }

  /** The requests after a place, in the order of the log. */
  public synchronized List<AuditRecord> since(Mark mark) throws IOException {
    read();
    return List.copyOf(requests.subList(mark.index(), requests.size()));
  }

  /** How many requests of each sort came after a place. */
  public AuditCounts count(Mark mark) throws IOException {
    return AuditCounts.of(since(mark));
  }

  /**
   * Waits for a request to be logged.
   *
   * @param mark where to begin looking; what is there already counts
   * @param wanted what to wait for
   * @param timeout how long
   * @return the first such request; empty when there is none in time
   */
  public Optional<AuditRecord> await(Mark mark, Predicate<AuditRecord> wanted, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Path directory = Objects.requireNonNull(file.getParent(), "a file has a directory");
    try (var watcher = directory.getFileSystem().newWatchService()) {
      // Watched before the first look: what is written in between wakes us as well.
      directory.register(
          watcher, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
      while (true) {
        Optional<AuditRecord> found = since(mark).stream().filter(wanted).findFirst();
        long left = deadline - System.nanoTime();
        if (found.isPresent() || left <= 0) {
          return found;
        }
        WatchKey key = watcher.poll(left, TimeUnit.NANOSECONDS);
        if (key != null) {
          key.pollEvents();
          key.reset();
        }
      }
    }
  }

  /** Lines that could not be read, as a killed API server may leave one. */
  public synchronized long damagedLines() throws IOException {
    read();
    return damaged;
  }

  private void read() throws IOException {
    lines.readLines(this::take);
  }

  private void take(String line) {
    if (line.isBlank()) {
      return;
    }
    Optional<AuditRecord> parsed = AuditLineParser.parse(line);
    if (parsed.isEmpty()) {
      damaged++;
      return;
    }
    AuditRecord request = parsed.get();
    boolean begins = request.stage().equals("ResponseStarted");
    if (begins) {
      goingOn.add(request.id());
    }
    // What goes on is logged at both its ends; the beginning is the one that counts.
    if (begins || !goingOn.remove(request.id())) {
      requests.add(request.withoutBody());
    }
  }

  /**
   * A place in a log.
   *
   * @param index how many requests lie before it
   */
  public record Mark(int index) {}
}
