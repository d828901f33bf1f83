package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmList;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.seed.Location;
import io.weir.clouds.azure.seed.VmSize;
import io.weir.clouds.http.RestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The list of sizes with what they can and where they can be had. */
public final class ResourceSkus {
  private static final Pattern FILTER = Pattern.compile("location eq '([^']+)'");

  private final Subscription subscription;
  private final SizeRestrictions restrictions;

  ResourceSkus(Subscription subscription, SizeRestrictions restrictions) {
    this.subscription = subscription;
    this.restrictions = restrictions;
  }

  private record Offer(VmSize size, Location location) {}

  /** Answers a call. */
  public RestResponse list(ArmCall call) {
    Optional<String> only =
        call.query("$filter")
            .map(FILTER::matcher)
            .filter(Matcher::matches)
            .map(match -> match.group(1));
    List<Offer> offers = new ArrayList<>();
    for (Location location : subscription.seed().locations()) {
      if (only.isEmpty() || location.name().equalsIgnoreCase(only.get())) {
        subscription.seed().sizes().forEach(size -> offers.add(new Offer(size, location)));
      }
    }
    return ArmList.of(
        call,
        offers,
        offer -> offer.location().name() + "/" + offer.size().name(),
        this::toJson,
        subscription.pageSize());
  }

  private ObjectNode toJson(Offer offer) {
    VmSize size = offer.size();
    Location location = offer.location();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("resourceType", "virtualMachines").put("name", size.name());
    json.put("tier", "Standard").put("size", size.name().replaceFirst("^Standard_", ""));
    json.put("family", size.family());
    json.putArray("locations").add(location.name());
    ObjectNode info = json.putArray("locationInfo").addObject().put("location", location.name());
    location.zones().forEach(info.putArray("zones")::add);
    ArrayNode zoneDetails = info.putArray("zoneDetails");
    if ("True".equals(size.capabilities().get("PremiumIO")) && !location.zones().isEmpty()) {
      ObjectNode ultra = zoneDetails.addObject();
      location.zones().forEach(ultra.putArray("Name")::add);
      ultra
          .putArray("capabilities")
          .addObject()
          .put("name", "UltraSSDAvailable")
          .put("value", "True");
    }
    Map<String, String> capabilities = new TreeMap<>(size.capabilities());
    capabilities.put("vCPUs", Integer.toString(size.cores()));
    capabilities.put("MemoryGB", Integer.toString(size.memoryGb()));
    ArrayNode listed = json.putArray("capabilities");
    capabilities.forEach((name, value) -> listed.addObject().put("name", name).put("value", value));
    addRestrictions(json.putArray("restrictions"), size, location);
    return json;
  }

  private void addRestrictions(ArrayNode listed, VmSize size, Location location) {
    if (restrictions.isRestricted(size, location)) {
      addRestriction(listed, "Location", location, List.of());
    }
    List<String> zones = restrictions.restrictedZones(size, location);
    if (!zones.isEmpty()) {
      addRestriction(listed, "Zone", location, zones);
    }
  }

  private static void addRestriction(
      ArrayNode listed, String type, Location location, List<String> zones) {
    ObjectNode one = listed.addObject().put("type", type);
    one.putArray("values").add(location.name());
    ObjectNode info = one.putObject("restrictionInfo");
    info.putArray("locations").add(location.name());
    zones.forEach(info.putArray("zones")::add);
    one.put("reasonCode", "NotAvailableForSubscription");
  }
}
