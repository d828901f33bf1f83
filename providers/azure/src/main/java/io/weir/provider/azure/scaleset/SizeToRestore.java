package io.weir.provider.azure.scaleset;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The size that a set is to have again where instances are replaced and somebody else sizes it: it
 * falls with each that is deleted, and no autoscaler knows of it. The note stands on the pool,
 * where others write, too, and outlives what it is about; so it raises the size by no more than as
 * many as it names and are not there, up to a hundred, and only for a while.
 *
 * @param size what it was before
 * @param deleted when each of the instances was told to go, by its id
 */
record SizeToRestore(int size, Map<String, Instant> deleted) {

  /** Longer than Azure takes to delete an instance; later, somebody may have lowered the size. */
  private static final Duration WITHIN = Duration.ofMinutes(30);

  /** As far as clocks differ: what is written later than that is no note of ours. */
  private static final Duration AHEAD = Duration.ofMinutes(5);

  /** As many as leave at once. */
  private static final int MOST = 100;

  SizeToRestore {
    deleted = Collections.unmodifiableMap(new TreeMap<>(deleted));
  }

  /** The same with more instances, which are told to go now. */
  SizeToRestore with(int changedSize, Collection<String> ids, Instant now) {
    var all = new TreeMap<String, Instant>(inTime(now));
    ids.forEach(id -> all.put(id, now));
    return new SizeToRestore(changedSize, all);
  }

  /** The same without instances that stay; empty if no other is left. */
  Optional<SizeToRestore> without(Collection<String> ids) {
    var left = new TreeMap<>(deleted);
    left.keySet().removeAll(Set.copyOf(ids));
    return left.isEmpty() ? Optional.empty() : Optional.of(new SizeToRestore(size, left));
  }

  /** The size that the set should have, by what a look showed; never less than it has. */
  int of(ObservedScaleSet seen, Instant asOf) {
    int gone = Math.min(MOST, gone(seen, asOf).size());
    return Math.max(seen.capacity(), Math.min(size, seen.capacity() + gone));
  }

  /** Those of the instances that a look did not show any more, or shows to go. */
  Set<String> gone(ObservedScaleSet seen, Instant asOf) {
    var ids = new TreeSet<>(inTime(asOf).keySet());
    seen.members().stream()
        .filter(ScaleSetInstance::isStaying)
        .map(ScaleSetInstance::id)
        .forEach(ids::remove);
    return ids;
  }

  /**
   * Whether nothing comes of it any more. A look may not show yet that an instance goes, nor that
   * the size has fallen with it.
   */
  boolean isDone(ObservedScaleSet seen, Instant asOf) {
    int told = inTime(asOf).size();
    boolean settled = told == 0 || seen.staying() >= seen.capacity();
    return settled && gone(seen, asOf).size() == told && of(seen, asOf) == seen.capacity();
  }

  private Map<String, Instant> inTime(Instant now) {
    var recent = new TreeMap<>(deleted);
    recent.values().removeIf(at -> at.isBefore(now.minus(WITHIN)) || at.isAfter(now.plus(AHEAD)));
    return recent;
  }

  /** The form that an annotation holds: {@code size id@time,id@time}. */
  String format() {
    return deleted.entrySet().stream()
        .map(each -> each.getKey() + "@" + each.getValue())
        .collect(Collectors.joining(",", size + " ", ""));
  }

  /** Reads {@link #format}; empty if the text is nothing of the kind. */
  static Optional<SizeToRestore> parse(String text) {
    String[] parts = text.split(" ", 2);
    if (parts.length < 2) {
      return Optional.empty();
    }
    var deleted = new TreeMap<String, Instant>();
    try {
      for (String each : parts[1].split(",", -1)) {
        int at = each.indexOf('@');
        if (at < 1) {
          return Optional.empty();
        }
        deleted.put(each.substring(0, at), Instant.parse(each.substring(at + 1)));
      }
      return Optional.of(new SizeToRestore(Integer.parseInt(parts[0]), deleted));
    } catch (DateTimeException | NumberFormatException _) {
      return Optional.empty();
    }
  }
}
