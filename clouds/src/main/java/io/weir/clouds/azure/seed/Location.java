package io.weir.clouds.azure.seed;

import java.util.List;

/**
 * A region of Azure.
 *
 * @param name such as {@code westeurope}
 * @param zones its availability zones, such as {@code 1}; empty where it has none
 */
public record Location(String name, List<String> zones) {
  public Location {
    zones = List.copyOf(zones);
  }

  /** How Nodes and people call a zone; the location itself for no zone. */
  public static String zoneLabel(String location, String zone) {
    return zone.isEmpty() ? location : location + "-" + zone;
  }
}
