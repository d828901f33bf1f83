package io.weir.manager.cloud;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Which detail of which pool is read next: what is urgent first, then what is due longest. */
final class DetailQueue {

  /**
   * A detail of a pool.
   *
   * @param detail its place among the details of the kind
   */
  record Key(String cloudName, int detail) {}

  private record Entry(Key key, Instant due, boolean urgent) {}

  private static final Comparator<Entry> BY_DUE =
      Comparator.comparing(Entry::due)
          .thenComparing(entry -> entry.key().cloudName())
          .thenComparingInt(entry -> entry.key().detail());

  private final Map<Key, Entry> entries = new HashMap<>();
  private final NavigableSet<Entry> urgent = new TreeSet<>(BY_DUE);
  private final NavigableSet<Entry> patient = new TreeSet<>(BY_DUE);

  /** Reads it then, and not when it was due before. */
  void put(Key key, Instant due, boolean isUrgent) {
    remove(key);
    var entry = new Entry(key, due, isUrgent);
    entries.put(key, entry);
    of(entry).add(entry);
  }

  void remove(Key key) {
    Entry before = entries.remove(key);
    if (before != null) {
      of(before).remove(before);
    }
  }

  /** Reads nothing more of the pool. */
  void remove(String cloudName) {
    List<Key> keys =
        entries.keySet().stream().filter(key -> key.cloudName().equals(cloudName)).toList();
    keys.forEach(this::remove);
  }

  /** Takes the next that is due. */
  Optional<Key> take(Instant now) {
    Optional<Key> next =
        Stream.of(urgent, patient)
            .filter(each -> !each.isEmpty() && !each.first().due().isAfter(now))
            .map(each -> each.first().key())
            .findFirst();
    next.ifPresent(this::remove);
    return next;
  }

  /** When something is due next. */
  Optional<Instant> next() {
    return Stream.of(urgent, patient)
        .filter(each -> !each.isEmpty())
        .map(each -> each.first().due())
        .min(Comparator.naturalOrder());
  }

  private NavigableSet<Entry> of(Entry entry) {
    return entry.urgent() ? urgent : patient;
  }
}
