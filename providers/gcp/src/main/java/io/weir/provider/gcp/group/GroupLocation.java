package io.weir.provider.gcp.group;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.gcp.template.InstanceTemplate;

/**
 * Where a managed instance group is: in a zone, or in several of a region.
 *
 * @param collection {@code zones} or {@code regions}
 * @param name of the zone or region
 */
public record GroupLocation(String collection, String name) {

  /** In one zone. */
  public static GroupLocation ofZone(String zone) {
    return new GroupLocation("zones", zone);
  }

  /** In several zones of a region. */
  public static GroupLocation ofRegion(String region) {
    return new GroupLocation("regions", region);
  }

  /** That of a group, by what Compute Engine says of it. */
  public static GroupLocation of(JsonNode group) {
    String zone = group.path("zone").asText("");
    return zone.isEmpty()
        ? ofRegion(InstanceTemplate.nameIn(group.path("region").asText("")))
        : ofZone(InstanceTemplate.nameIn(zone));
  }

  /** Whether it is in several zones. */
  public boolean isRegional() {
    return collection.equals("regions");
  }

  /** Its part of an address: {@code zones/europe-west1-b}. */
  public String path() {
    return collection + "/" + name;
  }

  /** For people: {@code zone europe-west1-b}. */
  @Override
  public String toString() {
    return (isRegional() ? "region " : "zone ") + name;
  }
}
