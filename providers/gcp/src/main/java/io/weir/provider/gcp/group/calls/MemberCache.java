package io.weir.provider.gcp.group.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.group.GroupLocation;
import io.weir.provider.gcp.group.ManagedInstance;
import io.weir.provider.gcp.group.ObservedGroup;
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
public final class MemberCache {

  private static final Duration OF_STABLE = Duration.ofMinutes(2);

  private record Entry(JsonNode group, List<JsonNode> members, Instant readAt) {
    Entry {
      members = List.copyOf(members);
    }
  }

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final Clock clock;

  /** Nothing is known yet. */
  public MemberCache(Clock clock) {
    this.clock = clock;
  }

  /**
   * The machines of a group, read if need be.
   *
   * @param group all that Compute Engine says of it
   * @throws ProviderException if they could not be read
   */
  public List<ManagedInstance> membersOf(JsonNode group, GroupCalls calls)
      throws ProviderException {
    Optional<List<JsonNode>> members = find(group);
    if (members.isEmpty()) {
      Instant began = clock.instant();
      members =
          ProviderException.NotFound.asEmpty(
              () -> calls.members(GroupLocation.of(group), group.path("name").asText("")));
      // One may go between two calls: its machines are gone with it.
      members.ifPresent(read -> entries.put(key(group), new Entry(group, read, began)));
    }
    return ObservedGroup.readMembers(members.orElse(List.of()));
  }

  /** The machines, if these can be taken for those that the group has now. */
  private Optional<List<JsonNode>> find(JsonNode group) {
    boolean stable = group.path("status").path("isStable").asBoolean(false);
    return Optional.ofNullable(entries.get(key(group)))
        .filter(known -> stable && known.group().equals(group))
        .filter(known -> known.members().size() == group.path("targetSize").asInt())
        .filter(known -> known.readAt().plus(OF_STABLE).isAfter(clock.instant()))
        .map(Entry::members);
  }

  /** What was read of groups of this name is not believed any more. */
  public void invalidate(String name) {
    entries.keySet().removeIf(key -> key.endsWith("/" + name));
  }

  /** Nothing that was read is believed any more. */
  public void clear() {
    entries.clear();
  }

  private static String key(JsonNode group) {
    return group.path("selfLink").asText("") + "/" + group.path("name").asText("");
  }
}
