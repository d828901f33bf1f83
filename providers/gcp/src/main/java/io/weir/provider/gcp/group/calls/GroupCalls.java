package io.weir.provider.gcp.group.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.calls.ComputeClient;
import io.weir.provider.gcp.group.GroupLocation;
import io.weir.provider.gcp.template.InstanceTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads of managed instance groups, instance templates and zones.
 *
 * @param client of the region that they are in
 */
public record GroupCalls(ComputeClient client) {

  /** Codes of warnings that say that there is nothing, and no more. */
  private static final Set<String> EMPTY = Set.of("", "NO_RESULTS_ON_PAGE");

  /**
   * All groups of the region, zonal and regional.
   *
   * @throws ProviderException if a part of the region could not be read: what is in it is not known
   */
  public List<JsonNode> groups() throws ProviderException {
    String action = "instanceGroupManagers.aggregatedList";
    var groups = new ArrayList<JsonNode>();
    client.list(
        action,
        "GET",
        "aggregated/instanceGroupManagers",
        "returnPartialSuccess=true",
        page -> {
          requireReached(action, page);
          for (var scope : page.path("items").properties()) {
            if (isInRegion(scope.getKey())) {
              requireRead(action, scope.getKey(), scope.getValue());
              scope.getValue().path("instanceGroupManagers").forEach(groups::add);
            }
          }
        });
    return groups;
  }

  /** Whether {@code zones/z} or {@code regions/r} is in the region, or a longer path of these. */
  private boolean isInRegion(String scope) {
    String name = scope.substring(scope.lastIndexOf('/') + 1);
    String region = client.scope().region();
    return name.equals(region) || name.startsWith(region + "-");
  }

  private void requireReached(String action, JsonNode page) throws ProviderException {
    var unreached = page.path("unreachables").valueStream().map(JsonNode::asText).toList();
    for (String scope : unreached) {
      if (isInRegion(scope)) {
        throw unread(action, scope);
      }
    }
    if (unreached.isEmpty() && !EMPTY.contains(page.path("warning").path("code").asText(""))) {
      throw unread(action, "some zones");
    }
  }

  private static void requireRead(String action, String scope, JsonNode list)
      throws ProviderException {
    if (!EMPTY.contains(list.path("warning").path("code").asText(""))) {
      throw unread(action, scope);
    }
  }

  private static ProviderException unread(String action, String scope) {
    return new ProviderException.Transient(
        "%s: Compute Engine could not read %s".formatted(action, scope), null);
  }

  /**
   * All templates of the project, without what machines are made from, which holds secrets.
   *
   * @throws ProviderException if they could not be read
   */
  public List<InstanceTemplate> templates() throws ProviderException {
    return client
        .items(
            "instanceTemplates.list",
            "GET",
            "global/instanceTemplates",
            "fields=nextPageToken,items(%s)".formatted(InstanceTemplate.FIELDS),
            "items")
        .stream()
        .map(InstanceTemplate::read)
        .toList();
  }

  /**
   * The machines of a group.
   *
   * @throws ProviderException if they could not be read; {@code NotFound} if the group is gone
   */
  public List<JsonNode> members(GroupLocation location, String name) throws ProviderException {
    return client.items(
        action(location, "listManagedInstances"),
        "POST",
        path(location, name) + "/listManagedInstances",
        "",
        "managedInstances");
  }

  /**
   * Names of the zones of the region; those for special machines only are left out.
   *
   * @throws ProviderException if they could not be read
   */
  public List<String> zones() throws ProviderException {
    String region = client.scope().region();
    return client
        .get("regions.get", "regions/" + region)
        .path("zones")
        .valueStream()
        .map(each -> InstanceTemplate.nameIn(each.asText("")))
        .filter(zone -> zone.matches(region + "-[a-z]"))
        .toList();
  }

  /** Google's name of an action on a group. */
  public static String action(GroupLocation location, String verb) {
    return (location.isRegional() ? "regionInstanceGroupManagers." : "instanceGroupManagers.")
        + verb;
  }

  /** The path of a group within the project. */
  public static String path(GroupLocation location, String name) {
    return location.path() + "/instanceGroupManagers/" + name;
  }
}
