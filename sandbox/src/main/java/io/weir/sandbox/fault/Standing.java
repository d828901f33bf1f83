package io.weir.sandbox.fault;

import io.weir.clouds.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The faults that were ordered and are not over. Safe for concurrent use. */
final class Standing implements AutoCloseable {
  private final Map<Integer, Entry> entries = new TreeMap<>();
  private final Consumer<String> teller;
  private final ScheduledExecutorService alarm =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("fault-ends").factory());
  private int last;

  /**
   * None yet.
   *
   * @param teller told of faults whose time is over, a sentence each
   */
  Standing(Consumer<String> teller) {
    this.teller = teller;
  }

  /**
   * One of them.
   *
   * @param sentence what it is
   * @param end takes it away; harmless when it is gone
   * @param laid where the cloud keeps it; empty when it is none of the cloud's
   * @param until when it ends by itself; empty for no such moment
   */
  private record Entry(
      String sentence, Runnable end, Optional<Faults.Pending> laid, Optional<Instant> until) {
    boolean over() {
      return laid.filter(pending -> !pending.waits()).isPresent();
    }

    String line(int id, Instant now) {
      String left =
          until
              .map(end -> ", " + Math.max(0, Duration.between(now, end).toSeconds()) + " s left")
              .orElse("");
      String struck = laid.map(p -> ", struck %d times so far".formatted(p.struck())).orElse("");
      return "%d  %s%s%s".formatted(id, sentence, struck, left);
    }
  }

  /** Takes note of one; its number. */
  synchronized int add(
      String sentence, Runnable end, Optional<Faults.Pending> laid, Duration duration) {
    int id = ++last;
    Optional<Instant> until =
        duration.isZero() ? Optional.empty() : Optional.of(Instant.now().plus(duration));
    entries.put(id, new Entry(sentence, end, laid, until));
    if (!duration.isZero()) {
      var _ = alarm.schedule(() -> expire(id), duration.toMillis(), TimeUnit.MILLISECONDS);
    }
    return id;
  }

  /** A line for each that is not over. */
  synchronized List<String> lines() {
    Instant now = Instant.now();
    entries.values().removeIf(Entry::over);
    return entries.entrySet().stream()
        .map(entry -> entry.getValue().line(entry.getKey(), now))
        .toList();
  }

  /** Takes one away; empty when there is none of this number. */
  synchronized Optional<String> remove(int id) {
    Optional<Entry> entry = Optional.ofNullable(entries.remove(id));
    entry.ifPresent(found -> found.end().run());
    return entry.map(Entry::sentence);
  }

  /** Takes all away; how many there were. */
  synchronized int clear() {
    entries.values().removeIf(Entry::over);
    int count = entries.size();
    entries.values().forEach(entry -> entry.end().run());
    entries.clear();
    return count;
  }

  private void expire(int id) {
    remove(id).ifPresent(sentence -> teller.accept("fault %d is over: %s".formatted(id, sentence)));
  }

  @Override
  public void close() {
    alarm.shutdownNow();
  }
}
