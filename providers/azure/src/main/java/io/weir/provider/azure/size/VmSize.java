package io.weir.provider.azure.size;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A VM size as a region offers it.
 *
 * @param name such as {@code Standard_D2s_v3}
 * @param capabilities what it can do, in Azure's words
 * @param zones the zones that have it and let this subscription use it
 * @param ultraDiskZones those of them where it can have ultra disks
 * @param ultraDisksInRegion whether it can have them in a pool that names no zone
 * @param restricted whether this subscription may not use it anywhere in the region
 */
public record VmSize(
    String name,
    Map<String, String> capabilities,
    Set<String> zones,
    Set<String> ultraDiskZones,
    boolean ultraDisksInRegion,
    boolean restricted) {

  private static final String ULTRA_DISKS = "UltraSSDAvailable";

  public VmSize {
    capabilities = Collections.unmodifiableMap(new TreeMap<>(capabilities));
    zones = Collections.unmodifiableSet(new TreeSet<>(zones));
    ultraDiskZones = Collections.unmodifiableSet(new TreeSet<>(ultraDiskZones));
  }

  /** Reads an entry of the list of SKUs; empty if it is no VM size of the region. */
  public static Optional<VmSize> read(JsonNode sku, String location) {
    Optional<JsonNode> info =
        sku.path("locationInfo")
            .valueStream()
            .filter(each -> isSame(each.path("location").asText(), location))
            .findFirst();
    if (!sku.path("resourceType").asText().equalsIgnoreCase("virtualMachines") || info.isEmpty()) {
      return Optional.empty();
    }
    Set<String> zones = texts(info.get().path("zones")).collect(Collectors.toSet());
    restrictions(sku, "Zone")
        .flatMap(each -> texts(each.path("restrictionInfo").path("zones")))
        .forEach(zones::remove);
    Set<String> ultra =
        info.get()
            .path("zoneDetails")
            .valueStream()
            .filter(detail -> isTrue(capabilities(detail), ULTRA_DISKS))
            // Azure writes both forms.
            .flatMap(
                detail -> Stream.concat(texts(detail.path("Name")), texts(detail.path("name"))))
            .filter(zones::contains)
            .collect(Collectors.toSet());
    Map<String, String> capabilities = capabilities(sku);
    return Optional.of(
        new VmSize(
            sku.path("name").asText(),
            capabilities,
            zones,
            ultra,
            isTrue(capabilities, ULTRA_DISKS),
            restrictions(sku, "Location").findAny().isPresent()));
  }

  private static Stream<JsonNode> restrictions(JsonNode sku, String type) {
    return sku.path("restrictions")
        .valueStream()
        .filter(each -> each.path("type").asText().equals(type));
  }

  private static Map<String, String> capabilities(JsonNode of) {
    var found = new TreeMap<String, String>();
    of.path("capabilities")
        .forEach(each -> found.put(each.path("name").asText(), each.path("value").asText()));
    return found;
  }

  private static Stream<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText);
  }

  /** Regions are written {@code West Europe} and {@code westeurope}. */
  private static boolean isSame(String location, String other) {
    return location.replace(" ", "").equalsIgnoreCase(other.replace(" ", ""));
  }

  /** Whether it can do that. */
  public boolean can(String capability) {
    return isTrue(capabilities, capability);
  }

  private static boolean isTrue(Map<String, String> capabilities, String name) {
    return "True".equalsIgnoreCase(capabilities.get(name));
  }

  /** How much of something it has; empty if Azure does not tell. */
  Optional<BigDecimal> amount(String capability) {
    try {
      return Optional.ofNullable(capabilities.get(capability)).map(BigDecimal::new);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
