package io.weir.sandbox.fault;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.FaultInjector;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The faults that were ordered and are not over. Safe for concurrent use. */
final class ActiveFaults implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

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
  ActiveFaults(Consumer<String> teller) {
    this.teller = teller;
  }

  /**
   * What an order did.
   *
   * @param end takes it away; harmless when it is gone
   * @param pending where the cloud keeps it; empty when it is none of the cloud's
   */
  record AppliedFault(Runnable end, Optional<FaultInjector.PendingFault> pending) {}

  /**
   * One as it is written down.
   *
   * @param id its number
   * @param order what was ordered
   * @param struck how often it has struck
   * @param untilMillis when it ends by itself, since 1970; 0 for no such moment
   */
  private record SavedFault(int id, FaultRequest.InjectFault order, int struck, long untilMillis) {}

  /**
   * One of them.
   *
   * @param order what was ordered
   * @param laid what that did
   * @param until when it ends by itself; empty for no such moment
   */
  private record Entry(FaultRequest.InjectFault order, AppliedFault laid, Optional<Instant> until) {
    boolean over() {
      return laid.pending().filter(pendingFault -> !pendingFault.isPending()).isPresent();
    }

    String line(int id, Instant now) {
      String left =
          until
              .map(end -> ", " + Math.max(0, Duration.between(now, end).toSeconds()) + " s left")
              .orElse("");
      String struck =
          laid.pending().map(p -> ", %d hit so far".formatted(p.strikeCount())).orElse("");
      return "%d  %s%s%s".formatted(id, FaultDescription.of(order), struck, left);
    }

    SavedFault kept(int id) {
      return new SavedFault(
          id,
          order,
          laid.pending().map(FaultInjector.PendingFault::strikeCount).orElse(0),
          until.map(Instant::toEpochMilli).orElse(0L));
    }
  }

  /** Takes note of one; its number. */
  synchronized int add(FaultRequest.InjectFault order, AppliedFault appliedFault) {
    int id = ++last;
    add(
        id,
        order,
        appliedFault,
        order.forMillis() == 0
            ? Optional.empty()
            : Optional.of(Instant.now().plusMillis(order.forMillis())));
    return id;
  }

  private void add(
      int id, FaultRequest.InjectFault order, AppliedFault appliedFault, Optional<Instant> until) {
    entries.put(id, new Entry(order, appliedFault, until));
    until.ifPresent(
        end -> {
          long left = Math.max(0, Duration.between(Instant.now(), end).toMillis());
          var _ = alarm.schedule(() -> expire(id), left, TimeUnit.MILLISECONDS);
        });
  }

  /** All that are not over, to be laid again at another time. */
  synchronized byte[] toJson() {
    entries.values().removeIf(Entry::over);
    List<SavedFault> kept = new ArrayList<>();
    entries.forEach((id, entry) -> kept.add(entry.kept(id)));
    try {
      return JSON.writeValueAsBytes(kept);
    } catch (JacksonException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Goes on with those of another time whose end has not come meanwhile.
   *
   * @param lay lays one again that has struck so often
   * @throws IOException when the text is none that {@link #toJson} made
   */
  synchronized void restore(
      byte[] text, BiFunction<FaultRequest.InjectFault, Integer, AppliedFault> lay)
      throws IOException {
    for (SavedFault savedFault : JSON.readValue(text, SavedFault[].class)) {
      Optional<Instant> until =
          savedFault.untilMillis() == 0
              ? Optional.empty()
              : Optional.of(Instant.ofEpochMilli(savedFault.untilMillis()));
      if (until.filter(end -> end.isBefore(Instant.now())).isEmpty()) {
        add(
            savedFault.id(),
            savedFault.order(),
            lay.apply(savedFault.order(), savedFault.struck()),
            until);
      }
      last = Math.max(last, savedFault.id());
    }
  }

  /** A line for each that is not over. */
  synchronized List<String> descriptions() {
    Instant now = Instant.now();
    entries.values().removeIf(Entry::over);
    return entries.entrySet().stream()
        .map(entry -> entry.getValue().line(entry.getKey(), now))
        .toList();
  }

  /** Takes one away; empty when there is none of this number. */
  synchronized Optional<String> remove(int id) {
    Optional<Entry> entry = Optional.ofNullable(entries.remove(id));
    entry.ifPresent(found -> found.laid().end().run());
    return entry.map(found -> FaultDescription.of(found.order()));
  }

  /** Takes all away; how many there were. */
  synchronized int clear() {
    entries.values().removeIf(Entry::over);
    int count = entries.size();
    entries.values().forEach(entry -> entry.laid().end().run());
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
