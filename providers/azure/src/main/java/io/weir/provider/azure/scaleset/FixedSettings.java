package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;

/**
 * What Azure fixes when it makes a set: a pool that asks for something else has to be made anew.
 */
public final class FixedSettings {

  private static final String REMEDY =
      ", which Azure fixes when a scale set is made: recreate the pool, or set the field back";

  private FixedSettings() {}

  /** All that a set has and the pool wants otherwise, for people. */
  public static List<String> differences(DesiredScaleSet want, ObservedScaleSet seen) {
    var found = new ArrayList<>(ofModel(want, seen));
    JsonNode there = seen.document();
    DesiredScaleSet.Placement placement = want.placement();
    compare(
        found,
        "spec.location",
        name(placement.location()),
        name(there.path("location").asText(placement.location())));
    compare(
        found,
        "spec.orchestrationMode",
        placement.flexible() ? "Flexible" : "Uniform",
        seen.isFlexible() ? "Flexible" : "Uniform");
    JsonNode domains = there.path("properties").path("platformFaultDomainCount");
    if (placement.faultDomains() != null && domains.isInt()) {
      compare(found, "spec.platformFaultDomainCount", placement.faultDomains(), domains.asInt());
    }
    if (placement.zoneBalance() != null) {
      compare(
          found,
          "spec.zoneBalance",
          placement.zoneBalance(),
          there.path("properties").path("zoneBalance").asBoolean());
    }
    var surplus = new TreeSet<>(seen.zones());
    surplus.removeAll(placement.zones());
    if (!surplus.isEmpty()) {
      found.add(
          "the MachinePool's failureDomains are %s and the scale set is in %s, too; Azure takes no zone away: recreate the pool, or name them again"
              .formatted(placement.zones(), surplus));
    }
    return List.copyOf(found);
  }

  /**
   * Those of its model; with one of them no other model is worth making, as it would replace
   * machines and not bring what is asked for.
   */
  static List<String> ofModel(DesiredScaleSet want, ObservedScaleSet seen) {
    var found = new ArrayList<String>();
    JsonNode wanted = profile(want.document());
    JsonNode there = profile(seen.document());
    if (there.isEmpty()) {
      return found;
    }
    if (isSpot(wanted) != isSpot(there)) {
      found.add(
          "spec.template.spotVMOptions is %s, and the scale set's machines are %s"
                  .formatted(
                      isSpot(wanted) ? "set" : "not set",
                      isSpot(there) ? "spot machines" : "no spot machines")
              + REMEDY);
    }
    String disk = "/storageProfile/osDisk/osType";
    compare(
        found,
        "spec.template.osDisk.osType",
        wanted.at(disk).asText(),
        there.at(disk).asText(wanted.at(disk).asText()));
    return found;
  }

  private static boolean isSpot(JsonNode profile) {
    return profile.path("priority").asText().equals("Spot");
  }

  private static JsonNode profile(JsonNode document) {
    return document.path("properties").path(ScaleSetModel.PROFILE);
  }

  private static String name(String location) {
    return location.replace(" ", "").toLowerCase(Locale.ROOT);
  }

  private static void compare(List<String> found, String field, Object want, Object seen) {
    if (!Objects.equals(want, seen)) {
      found.add("%s is %s, and the scale set has %s".formatted(field, want, seen) + REMEDY);
    }
  }

  /** A model without what is fixed, for a set that is there. */
  static ObjectNode removeFrom(ObjectNode document) {
    if (profile(document) instanceof ObjectNode profile) {
      profile.remove("priority");
      if (profile.path("osProfile") instanceof ObjectNode os) {
        os.remove(List.of("adminUsername", "computerNamePrefix"));
      }
      if (profile.path("storageProfile").path("osDisk") instanceof ObjectNode disk) {
        disk.remove("osType");
      }
    }
    return document;
  }
}
