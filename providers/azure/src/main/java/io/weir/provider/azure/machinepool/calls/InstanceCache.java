package io.weir.provider.azure.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The instances of scale sets as they were read last. Each set takes a call of its own, of which
 * Azure bears few; those of a set that Azure shows as before are not read each time. Whatever makes
 * or ends instances changes the set.
 */
final class InstanceCache {

  /**
   * How long the instances of a set serve that nothing happens to. That one was evicted or stopped
   * shows on the instance only, and its Node tells it as well.
   */
  private static final Duration OF_IDLE = Duration.ofMinutes(2);

  /**
   * How long they serve of a set that no pool is marked as having. They matter only where such a
   * set has lost its marks, which changes it.
   */
  private static final Duration OF_UNMARKED = Duration.ofMinutes(10);

  /** How long they serve while something happens: a set bears ten lists a minute. */
  private static final Duration OF_MOVING = Duration.ofSeconds(6);

  private record Entry(ObservedScaleSet seen, Instant readAt) {}

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final Map<String, Instant> invalidations = new ConcurrentHashMap<>();
  private final Clock clock;

  InstanceCache(Clock clock) {
    this.clock = clock;
  }

  /** The set with its instances, if these can be taken for those that it has now. */
  Optional<ObservedScaleSet> find(JsonNode set) {
    Entry known = entries.get(key(set.path("name").asText()));
    if (known == null || !known.seen().document().equals(set)) {
      return Optional.empty();
    }
    return known.readAt().plus(maxAge(known.seen())).isAfter(clock.instant())
        ? Optional.of(known.seen())
        : Optional.empty();
  }

  private static Duration maxAge(ObservedScaleSet seen) {
    if (!seen.isMarked()) {
      return OF_UNMARKED;
    }
    return seen.isChanging() ? OF_MOVING : OF_IDLE;
  }

  /** Keeps what a read has shown that began then, unless a write came in between. */
  void put(ObservedScaleSet seen, Instant readAt) {
    Instant uncertain = invalidations.getOrDefault(key(seen.name()), Instant.MIN);
    if (readAt.isAfter(uncertain)) {
      entries.put(key(seen.name()), new Entry(seen, readAt));
    }
  }

  /** What was read up to now is not believed any more. */
  void invalidate(String name) {
    invalidations.put(key(name), clock.instant());
    entries.remove(key(name));
  }

  /** Forgets all but these. */
  void retain(Set<String> names) {
    Set<String> keys = names.stream().map(InstanceCache::key).collect(Collectors.toSet());
    entries.keySet().retainAll(keys);
    // Without an entry as well: a read that began before the write may still come in.
    invalidations.keySet().retainAll(keys);
  }

  /** Azure tells no small letters from capitals. */
  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
