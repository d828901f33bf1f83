package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.gcp.group.ManagedInstance;
import java.util.Comparator;
import java.util.List;

/**
 * The nodes of a node pool in one zone: a managed instance group that GKE made.
 *
 * @param zone the zone
 * @param size how many machines the group was asked for
 * @param current whether all of its machines are made from the template that it has now
 * @param members its machines, sorted
 */
public record NodeGroup(String zone, int size, boolean current, List<ManagedInstance> members) {

  public NodeGroup {
    members = members.stream().sorted(Comparator.comparing(ManagedInstance::id)).toList();
  }

  /** A group as Compute Engine shows it. */
  public static NodeGroup of(JsonNode group, List<ManagedInstance> members) {
    String zone = group.path("zone").asText("");
    return new NodeGroup(
        zone.substring(zone.lastIndexOf('/') + 1),
        group.path("targetSize").asInt(),
        group.path("status").path("versionTarget").path("isReached").asBoolean(true),
        members);
  }

  /** Whether it has another number of machines than it was asked for, or does something to one. */
  boolean isChanging() {
    return members.stream().anyMatch(ManagedInstance::isChanging)
        || members.stream().filter(ManagedInstance::isStaying).count() != size;
  }
}
