package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.seed.Location;
import io.weir.clouds.azure.seed.VmSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What Azure refuses at once, of a scale set as it would be after a request. */
final class ScaleSetChecks {
  private static final int MAX_INSTANCES = 1000;
  private static final int MAX_IN_ONE_PLACEMENT_GROUP = 100;
  private static final int MAX_NAME = 64;

  /** What cannot change once it is set. */
  private static final List<String> IMMUTABLE =
      List.of(
          "/properties/orchestrationMode",
          "/properties/platformFaultDomainCount",
          "/properties/virtualMachineProfile/osProfile/adminUsername",
          "/properties/virtualMachineProfile/osProfile/computerNamePrefix",
          "/properties/virtualMachineProfile/priority",
          "/properties/virtualMachineProfile/storageProfile/osDisk/osType");

  private final Subscription subscription;
  private final ScaleSetReferences references;
  private final SizeRestrictions restrictions;

  ScaleSetChecks(
      Subscription subscription, ScaleSetReferences references, SizeRestrictions restrictions) {
    this.subscription = subscription;
    this.references = references;
    this.restrictions = restrictions;
  }

  /** Refuses what cannot be. */
  void check(ResourceId id, JsonNode document) {
    if (!id.name().matches("[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
        || id.name().length() > MAX_NAME) {
      throw ArmErrorException.of(
          400,
          "InvalidResourceName",
          "Resource name %s is invalid. The name must begin with a letter or number and contain at most 64 characters."
              .formatted(id.name()));
    }
    Location location = location(document.path("location").asText(""));
    checkZones(document, location);
    checkCapacity(id, document);
    VmSize size = size(document.path("sku").path("name").asText(""), location);
    restrictions.require(size, location, zones(document));
    JsonNode properties = document.path("properties");
    if (properties.path("orchestrationMode").asText().equals("Flexible")) {
      checkFlexible(properties);
    } else {
      checkUniform(properties);
    }
    if (properties.has("virtualMachineProfile")) {
      ProfileChecks.check(properties.path("virtualMachineProfile"));
      references.require(properties.path("virtualMachineProfile"), id);
    }
  }

  private Location location(String name) {
    return subscription
        .seed()
        .location(name)
        .orElseThrow(
            () ->
                ArmErrorException.of(
                    400,
                    "LocationNotAvailableForResourceType",
                    "The provided location '%s' is not available for resource type 'Microsoft.Compute/virtualMachineScaleSets'. List of available regions for the resource type is '%s'."
                        .formatted(
                            name,
                            subscription.seed().locations().stream()
                                .map(Location::name)
                                .collect(Collectors.joining(",")))));
  }

  private VmSize size(String name, Location location) {
    if (name.isEmpty()) {
      throw missing("sku.name");
    }
    return subscription
        .seed()
        .size(name)
        .orElseThrow(
            () ->
                ArmErrorException.invalidParameter(
                    "sku.name",
                    "The value %s provided for the VM size is not valid. The valid sizes in the current region are: %s."
                        .formatted(
                            name,
                            subscription.seed().sizes().stream()
                                .filter(size -> !restrictions.isRestricted(size, location))
                                .map(VmSize::name)
                                .collect(Collectors.joining(",")))));
  }

  private static List<String> zones(JsonNode document) {
    return document.path("zones").valueStream().map(JsonNode::asText).toList();
  }

  private static void checkZones(JsonNode document, Location location) {
    List<String> unknown = new ArrayList<>(zones(document));
    unknown.removeAll(location.zones());
    if (!unknown.isEmpty()) {
      throw ArmErrorException.of(
          400,
          "InvalidAvailabilityZone",
          "The zone(s) '%s' for resource 'Microsoft.Compute/virtualMachineScaleSets' is not supported. The supported zones for location '%s' are '%s'"
              .formatted(
                  String.join(",", unknown), location.name(), String.join(",", location.zones())));
    }
    boolean balanced = document.path("properties").path("zoneBalance").asBoolean();
    if (balanced && zones(document).size() < 2) {
      throw ArmErrorException.invalidParameter(
          "zoneBalance", "The zoneBalance property can only be set with more than one zone.");
    }
  }

  private static void checkCapacity(ResourceId id, JsonNode document) {
    JsonNode capacity = document.path("sku").path("capacity");
    if (!capacity.canConvertToInt() || capacity.asInt() < 0) {
      throw missing("sku.capacity");
    }
    boolean single = document.path("properties").path("singlePlacementGroup").asBoolean();
    int limit = single ? MAX_IN_ONE_PLACEMENT_GROUP : MAX_INSTANCES;
    if (capacity.asInt() > limit) {
      throw ArmErrorException.of(
          409,
          "OperationNotAllowed",
          "Unable to create or update Virtual Machine Scale Set '%s' as it exceeds the total limit of '%d' Virtual Machine instances."
              .formatted(id.name(), limit));
    }
  }

  private static void checkUniform(JsonNode properties) {
    String mode = properties.path("upgradePolicy").path("mode").asText("");
    if (mode.isEmpty()) {
      throw missing("upgradePolicy");
    }
    if (!Set.of("Manual", "Automatic").contains(mode)) {
      throw ArmErrorException.invalidParameter(
          "upgradePolicy.mode", "Upgrade mode %s is not simulated.".formatted(mode));
    }
    if (!properties.has("virtualMachineProfile")) {
      throw missing("virtualMachineProfile");
    }
  }

  private static void checkFlexible(JsonNode properties) {
    if (properties.path("singlePlacementGroup").asBoolean()) {
      throw ArmErrorException.invalidParameter(
          "singlePlacementGroup",
          "The value 'True' of parameter 'singlePlacementGroup' is not allowed. Allowed values are:"
              + " False.");
    }
    if (properties.has("overprovision")) {
      throw ArmErrorException.invalidParameter(
          "overprovision",
          "The parameter 'overprovision' is not allowed for a Virtual Machine Scale Set with"
              + " Flexible orchestration mode.");
    }
    JsonNode network = properties.path("virtualMachineProfile").path("networkProfile");
    if (!network.path("networkInterfaceConfigurations").isEmpty()
        && !network.hasNonNull("networkApiVersion")) {
      throw missing("networkProfile.networkApiVersion");
    }
  }

  static ArmErrorException missing(String parameter) {
    return ArmErrorException.invalidParameter(
        parameter, "Required parameter '%s' is missing (null).".formatted(parameter));
  }

  /** Refuses a change of what cannot change. */
  void checkChange(ScaleSet before, JsonNode after) {
    if (!before.location().equalsIgnoreCase(after.path("location").asText())) {
      throw ArmErrorException.of(
          409,
          "InvalidResourceLocation",
          "The resource '%s' already exists in location '%s' in resource group '%s'. A resource with the same name cannot be created in location '%s'. Please select a new resource name."
              .formatted(
                  before.name(),
                  before.location(),
                  before.id.group(),
                  after.path("location").asText()));
    }
    for (String path : IMMUTABLE) {
      JsonPointer pointer = JsonPointer.compile(path);
      JsonNode old = before.document.at(pointer);
      if (!old.isMissingNode() && !old.equals(after.at(pointer))) {
        throw ArmErrorException.changeNotAllowed(
            path.replaceFirst("^/properties/(?:virtualMachineProfile/)?", "").replace('/', '.'));
      }
    }
    var kept = new TreeSet<>(zones(after));
    if (!kept.containsAll(before.zones())) {
      throw ArmErrorException.changeNotAllowed("zones");
    }
    boolean wasSmall = before.properties().path("singlePlacementGroup").asBoolean();
    if (!wasSmall && after.path("properties").path("singlePlacementGroup").asBoolean()) {
      throw ArmErrorException.changeNotAllowed("singlePlacementGroup");
    }
  }
}
