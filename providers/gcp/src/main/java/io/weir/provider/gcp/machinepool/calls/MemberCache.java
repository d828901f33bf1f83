package io.weir.provider.gcp.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The machines of groups as they were read last. Each group takes a call of its own; those of a
 * group that is stable and looks as before are not read each time. Whatever makes or ends machines
 * shows on the group.
 */
final class MemberCache {

  private static final Duration OF_STABLE = Duration.ofMinutes(2);

  private record Entry(JsonNode group, List<JsonNode> members, Instant readAt) {}

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final Clock clock;

  MemberCache(Clock clock) {
    this.clock = clock;
  }

  /** The machines, if these can be taken for those that the group has now. */
  Optional<List<JsonNode>> find(JsonNode group) {
    boolean stable = group.path("status").path("isStable").asBoolean(false);
    return Optional.ofNullable(entries.get(key(group)))
        .filter(known -> stable && known.group().equals(group))
        .filter(known -> known.members().size() == group.path("targetSize").asInt())
        .filter(known -> known.readAt().plus(OF_STABLE).isAfter(clock.instant()))
        .map(Entry::members);
  }

  /** Keeps what a read has shown that began then. */
  void put(JsonNode group, List<JsonNode> members, Instant readAt) {
    entries.put(key(group), new Entry(group, List.copyOf(members), readAt));
  }

  /** What was read of groups of this name is not believed any more. */
  void invalidate(String name) {
    entries.keySet().removeIf(key -> key.endsWith("/" + name));
  }

  private static String key(JsonNode group) {
    return group.path("selfLink").asText("") + "/" + group.path("name").asText("");
  }
}
