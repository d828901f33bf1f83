package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.provider.BootstrapData;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.oci.account.ClusterNetwork;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The launch details of an instance configuration. Most fields of {@code
 * spec.instanceConfiguration} have Oracle's names.
 *
 * @param pool the OCIMachinePool
 * @param network the network of its cluster
 * @see <a
 *     href="https://docs.oracle.com/en-us/iaas/api/#/en/iaas/20160918/datatypes/InstanceConfigurationLaunchInstanceDetails">Fields</a>
 */
record LaunchDetailsFactory(ApiObject pool, ClusterNetwork network) {
  private static final String AT = "spec.instanceConfiguration.";

  /** What Oracle takes of metadata and extended metadata together, in bytes. */
  private static final int MOST_METADATA = 32_000;

  /** Those that are sent as they are. */
  private static final List<String> SAME =
      List.of(
          "availabilityConfig",
          "launchOptions",
          "instanceOptions",
          "capacityReservationId",
          "preferredMaintenanceAction",
          "isPvEncryptionInTransitEnabled");

  /** The object of each type of platform. */
  static final Map<String, String> PLATFORMS =
      Map.of(
          "AMD_ROME_BM_GPU", "amdRomeBmGpuPlatformConfig",
          "AMD_ROME_BM", "amdRomeBmPlatformConfig",
          "AMD_MILAN_BM", "amdMilanBmPlatformConfig",
          "INTEL_ICELAKE_BM", "intelIcelakeBmPlatformConfig",
          "INTEL_SKYLAKE_BM", "intelSkylakeBmPlatformConfig",
          "AMD_VM", "amdVmPlatformConfig",
          "INTEL_VM", "intelVmPlatformConfig");

  private JsonNode spec() {
    return pool.at("/spec/instanceConfiguration");
  }

  LaunchDetails create(BootstrapData data) throws PrerequisiteException {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    String shape = spec().path("shape").asText("");
    if (shape.isEmpty()) {
      throw invalid("shape", "is missing: set it, such as VM.Standard.E4.Flex");
    }
    if (!spec().path("dedicatedVmHostId").asText("").isEmpty()) {
      throw invalid(
          "dedicatedVmHostId", "is set, and no instance pool can use a dedicated host: remove it");
    }
    fields.put("compartmentId", network.spec().compartmentId());
    fields.put("displayName", pool.name()).put("shape", shape);
    fields.set("freeformTags", network.freeformTags());
    fields.set("definedTags", network.definedTags());
    fields.set("createVnicDetails", vnic());
    for (String name : SAME) {
      if (spec().hasNonNull(name)) {
        fields.set(name, spec().path(name).deepCopy());
      }
    }
    putUnlessEmpty(fields, "shapeConfig", shapeConfig());
    fields.set("sourceDetails", source());
    if (spec().path("agentConfig").isObject()) {
      fields.set("agentConfig", agent());
    }
    if (spec().path("platformConfig").isObject()) {
      fields.set("platformConfig", platform());
    }
    if (spec().path("preemptibleInstanceConfig").isObject()) {
      fields.set("preemptibleInstanceConfig", preemption());
    }
    ObjectNode metadata = Json.MAPPER.createObjectNode();
    if (spec().path("metadata") instanceof ObjectNode given) {
      metadata.setAll(given.deepCopy());
      metadata.remove("user_data");
    }
    putUnlessEmpty(fields, "metadata", metadata);
    if (spec().path("extendedMetadata") instanceof ObjectNode extended) {
      putUnlessEmpty(fields, "extendedMetadata", extended.deepCopy());
    }
    checkMetadata(fields, data);
    return new LaunchDetails(fields, data.base64());
  }

  private void checkMetadata(ObjectNode fields, BootstrapData data) throws PrerequisiteException {
    int bytes =
        data.base64().length()
            + fields.path("metadata").toString().length()
            + fields.path("extendedMetadata").toString().length();
    if (bytes > MOST_METADATA) {
      throw invalid(
          "metadata",
          "and the bootstrap data have %d bytes, and Oracle takes %d: let machines download what they need"
              .formatted(bytes, MOST_METADATA));
    }
  }

  private ObjectNode vnic() throws PrerequisiteException {
    JsonNode given = spec().path("instanceVnicConfiguration");
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.put("subnetId", subnet(given));
    securityGroups(given).forEach(fields.putArray("nsgIds")::add);
    fields.set("freeformTags", network.freeformTags());
    fields.set("definedTags", network.definedTags());
    if (given.isObject()) {
      fields.put("assignPublicIp", given.path("assignPublicIp").asBoolean(false));
      fields.put("assignIpv6Ip", given.path("assignIpv6Ip").asBoolean(false));
      for (String name :
          List.of(
              "hostnameLabel", "displayName", "skipSourceDestCheck", "assignPrivateDnsRecord")) {
        if (given.hasNonNull(name)) {
          fields.set(name, given.path(name));
        }
      }
    }
    return fields;
  }

  /** OCID of the subnet that instances are in. */
  String subnet() throws PrerequisiteException {
    return subnet(spec().path("instanceVnicConfiguration"));
  }

  private String subnet(JsonNode vnic) throws PrerequisiteException {
    String id = vnic.path("subnetId").asText("");
    String name = vnic.path("subnetName").asText("");
    if (!id.isEmpty()) {
      return id;
    }
    return name.isEmpty()
        ? network.workerSubnet()
        : network.subnet(AT + "instanceVnicConfiguration.subnetName", name);
  }

  private List<String> securityGroups(JsonNode vnic) throws PrerequisiteException {
    List<String> ids = texts(vnic.path("nsgIds"));
    String single = vnic.path("nsgId").asText("");
    if (!ids.isEmpty() || !single.isEmpty()) {
      return ids.isEmpty() ? List.of(single) : ids;
    }
    return network.workerSecurityGroups(
        AT + "instanceVnicConfiguration.nsgNames", texts(vnic.path("nsgNames")));
  }

  private ObjectNode shapeConfig() throws PrerequisiteException {
    JsonNode given = spec().path("shapeConfig");
    ObjectNode fields = Json.MAPPER.createObjectNode();
    for (String name : List.of("ocpus", "memoryInGBs")) {
      String number = given.path(name).asText("");
      if (!number.isEmpty()) {
        try {
          fields.put(name, new BigDecimal(number));
        } catch (NumberFormatException _) {
          throw invalid(
              "shapeConfig." + name,
              "%s is not a number: write one such as 2 or 1.5".formatted(Excerpt.of(number)));
        }
      }
    }
    String baseline = given.path("baselineOcpuUtilization").asText("");
    if (!baseline.isEmpty()) {
      fields.put("baselineOcpuUtilization", baseline);
    }
    if (given.path("nvmes").isIntegralNumber()) {
      fields.put("nvmes", given.path("nvmes").intValue());
    }
    return fields;
  }

  private ObjectNode source() {
    ObjectNode fields = Json.MAPPER.createObjectNode().put("sourceType", "image");
    JsonNode given = spec().path("instanceSourceViaImageConfig");
    for (String name : List.of("imageId", "kmsKeyId")) {
      if (!given.path(name).asText("").isEmpty()) {
        fields.set(name, given.path(name));
      }
    }
    for (String name : List.of("bootVolumeSizeInGBs", "bootVolumeVpusPerGB")) {
      if (given.path(name).isIntegralNumber()) {
        fields.set(name, given.path(name));
      }
    }
    return fields;
  }

  private ObjectNode agent() {
    ObjectNode fields = spec().path("agentConfig").deepCopy();
    JsonNode plugins = fields.remove("pluginsConfigs");
    if (plugins instanceof ArrayNode list && !list.isEmpty()) {
      fields.set("pluginsConfig", list);
    }
    return fields;
  }

  private ObjectNode platform() throws PrerequisiteException {
    JsonNode given = spec().path("platformConfig");
    String type = given.path("platformConfigType").asText("");
    String object = PLATFORMS.get(type);
    if (object == null) {
      throw invalid(
          "platformConfig.platformConfigType",
          "%s is not supported: use one of %s"
              .formatted(
                  Excerpt.of(type),
                  String.join(", ", PLATFORMS.keySet().stream().sorted().toList())));
    }
    ObjectNode fields = Json.MAPPER.createObjectNode().put("type", type);
    if (given.path(object) instanceof ObjectNode settings) {
      fields.setAll(settings.deepCopy());
    }
    return fields;
  }

  private ObjectNode preemption() {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    JsonNode action = spec().path("preemptibleInstanceConfig").path("terminatePreemptionAction");
    ObjectNode preemption = fields.putObject("preemptionAction").put("type", "TERMINATE");
    if (action.hasNonNull("preserveBootVolume")) {
      preemption.set("preserveBootVolume", action.path("preserveBootVolume"));
    }
    return fields;
  }

  private static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static void putUnlessEmpty(ObjectNode fields, String name, ObjectNode value) {
    if (!value.isEmpty()) {
      fields.set(name, value);
    }
  }

  private PrerequisiteException invalid(String field, String what) {
    return PrerequisiteException.invalid("%s: %s%s %s".formatted(pool, AT, field, what));
  }
}
