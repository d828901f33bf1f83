package io.weir.provider.gcp.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PoolMarks;
import io.weir.provider.gcp.api.GroupMarks;
import java.util.Map;

/**
 * The settings of a managed instance group that Weir decides, by their names on the wire: the same
 * object creates, compares and updates. All else is left as others set it.
 */
public final class GroupSettings {

  /** The group replaces machines by itself. */
  public static final String PROACTIVE = "PROACTIVE";

  /** The group replaces machines that it is told to. */
  public static final String OPPORTUNISTIC = "OPPORTUNISTIC";

  private GroupSettings() {}

  /**
   * The settings.
   *
   * @param type {@link #PROACTIVE} or {@link #OPPORTUNISTIC}
   * @param zones how many the group is in
   */
  static ObjectNode of(PoolMarks marks, String type, boolean regional, int zones) {
    ObjectNode settings = Json.MAPPER.createObjectNode();
    ObjectNode update = settings.putObject("updatePolicy");
    update.put("type", type).put("minimalAction", "REPLACE").put("replacementMethod", "SUBSTITUTE");
    // A regional group takes no surge below the number of its zones.
    update.putObject("maxSurge").put("fixed", Math.max(1, zones));
    update.putObject("maxUnavailable").put("fixed", 0);
    if (regional) {
      // Else the group ends machines, undrained, to have as many in each zone.
      update.put("instanceRedistributionType", "NONE");
    }
    // A machine that is repaired boots with the token of today, and not with that of its youth.
    settings.putObject("instanceLifecyclePolicy").put("forceUpdateOnRepair", "YES");
    settings.set("allInstancesConfig", marks(marks));
    return settings;
  }

  private static ObjectNode marks(PoolMarks marks) {
    ObjectNode config = Json.MAPPER.createObjectNode();
    config
        .withObject("/properties/metadata")
        .put(GroupMarks.MANAGEMENT_CLUSTER, marks.managementCluster())
        .put(GroupMarks.POOL, marks.pool());
    return config;
  }

  /** What to patch so that a group has these settings; empty if it has. */
  static ObjectNode changes(ObjectNode wanted, JsonNode group) {
    ObjectNode changes = Json.MAPPER.createObjectNode();
    for (Map.Entry<String, JsonNode> field : wanted.properties()) {
      JsonNode shown = group.path(field.getKey());
      if (!contains(shown, field.getValue())) {
        changes.set(field.getKey(), field.getValue());
      }
    }
    return changes;
  }

  /** Whether all that is wanted is shown, whatever else is. Zero and false may not be shown. */
  private static boolean contains(JsonNode shown, JsonNode wanted) {
    if (wanted.isObject()) {
      return wanted.properties().stream()
          .allMatch(field -> contains(shown.path(field.getKey()), field.getValue()));
    }
    return wanted.isNumber()
        ? wanted.asLong() == shown.asLong(0)
        : wanted.asText().equals(shown.asText(""));
  }
}
