package io.weir.clouds.azure.compute;

import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.seed.Location;
import io.weir.clouds.azure.seed.VmSize;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which sizes a subscription cannot have where. Guarded by the lock of its site. */
final class SizeRestrictions {
  private final Set<String> restricted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /** Takes a size away from a zone, or, where the zone is empty, from a location. */
  void add(String size, String location, String zone) {
    restricted.add(key(size, location, zone));
  }

  /** The keys of all of them. */
  Collection<String> all() {
    return restricted;
  }

  void addKey(String key) {
    restricted.add(key);
  }

  private static String key(String size, String location, String zone) {
    return size + "/" + location + "/" + zone;
  }

  /** Whether a size cannot be had in a location at all. */
  boolean isRestricted(VmSize size, Location location) {
    return restricted.contains(key(size.name(), location.name(), ""));
  }

  /** The zones of a location in which a size cannot be had. */
  List<String> restrictedZones(VmSize size, Location location) {
    return location.zones().stream()
        .filter(zone -> restricted.contains(key(size.name(), location.name(), zone)))
        .toList();
  }

  /** Refuses a size that cannot be had in all of the zones. */
  void require(VmSize size, Location location, List<String> zones) {
    boolean anywhere = zones.stream().anyMatch(restrictedZones(size, location)::contains);
    if (isRestricted(size, location) || anywhere) {
      throw ArmErrorException.of(
          409,
          "SkuNotAvailable",
          "The requested VM size for resource 'Following SKUs have failed for Capacity Restrictions: %s' is currently not available in location '%s'. Please try another size or deploy to a different location or different zone. See https://aka.ms/azureskunotavailable for details."
              .formatted(size.name(), location.name()));
    }
  }
}
