package io.weir.provider.gcp.template;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.gcp.admission.PoolRules;
import io.weir.provider.gcp.api.GcpCluster;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.api.GcpMachinePool;
import io.weir.provider.gcp.api.GcpMachinePool.Disk;
import io.weir.provider.gcp.api.GcpMachinePool.EncryptionKey;
import io.weir.provider.gcp.api.GcpMachinePool.ResourceManagerTag;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The properties of virtual machines, by their names on the wire and in the order of upstream; all
 * but their user data. What the pool does not ask for is Google's choice.
 *
 * @see <a href="https://cloud.google.com/compute/docs/reference/rest/v1/instanceTemplates">Instance
 *     templates</a>
 * @param spec what the pool asks for
 * @param cluster what the GCPCluster says
 * @param clusterName name of the Cluster
 * @param role {@code node} or {@code control-plane}
 * @param version the Kubernetes version; empty if nobody asks for one
 */
public record TemplateProperties(
    GcpMachinePool.Spec spec,
    GcpCluster.Spec cluster,
    String clusterName,
    String role,
    Optional<KubernetesVersion> version) {

  private static final String DEFAULT_SCOPE = "https://www.googleapis.com/auth/cloud-platform";
  private static final long DEFAULT_DISK_SIZE = 30;
  private static final long LOCAL_SSD_SIZE = 375;
  private static final Map<String, String> CONFIDENTIAL_TYPES =
      Map.of(
          "AMDEncryptedVirtualization", "SEV",
          "AMDEncryptedVirtualizationNestedPaging", "SEV_SNP",
          "IntelTrustedDomainExtensions", "TDX");

  /**
   * The properties.
   *
   * @throws PrerequisiteException if nothing tells which image machines boot
   */
  public ObjectNode toJson() throws PrerequisiteException {
    ObjectNode properties = Json.MAPPER.createObjectNode();
    properties.put("machineType", spec.instanceType());
    properties.put("canIpForward", spec.ipForwarding().equals(GcpMachinePool.ENABLED));
    properties.set("disks", disks());
    properties.set("networkInterfaces", networkInterfaces());
    properties.set("scheduling", scheduling());
    properties.set("serviceAccounts", serviceAccounts());
    properties.set("tags", networkTags());
    properties.set("metadata", metadata());
    Map<String, String> labels = additionalLabels();
    labels.put(GcpConstants.CLUSTER_LABEL_PREFIX + clusterName, GcpConstants.OWNED);
    labels.put(GcpConstants.ROLE_LABEL, role);
    put(properties, "labels", labels);
    accelerators().ifPresent(each -> properties.set("guestAccelerators", each));
    shielded().ifPresent(each -> properties.set("shieldedInstanceConfig", each));
    confidential().ifPresent(each -> properties.set("confidentialInstanceConfig", each));
    var tags = new TreeMap<String, String>();
    cluster.resourceManagerTags().forEach(each -> add(tags, each));
    spec.resourceManagerTags().forEach(each -> add(tags, each));
    put(properties, "resourceManagerTags", tags);
    return properties;
  }

  private static void put(ObjectNode fields, String name, Map<String, String> entries) {
    if (!entries.isEmpty()) {
      ObjectNode map = fields.putObject(name);
      entries.forEach(map::put);
    }
  }

  /** Compute Engine looks the names up by itself. */
  private static void add(Map<String, String> tags, ResourceManagerTag tag) {
    tags.put(tag.parentID() + "/" + tag.key(), tag.value());
  }

  /** Compute Engine takes no capitals. */
  private Map<String, String> additionalLabels() {
    var labels = new TreeMap<String, String>();
    for (Map<String, String> each : List.of(cluster.additionalLabels(), spec.additionalLabels())) {
      each.forEach((key, value) -> labels.put(small(key), small(value)));
    }
    return labels;
  }

  private static String small(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private ArrayNode disks() throws PrerequisiteException {
    ArrayNode disks = Json.MAPPER.createArrayNode();
    ObjectNode boot = disks.addObject().put("autoDelete", true).put("boot", true);
    putKey(boot, spec.rootDiskEncryptionKey());
    ObjectNode parameters = boot.putObject("initializeParams");
    parameters.put("sourceImage", image());
    String type = spec.rootDeviceType();
    parameters.put("diskType", type == null || type.isEmpty() ? "pd-standard" : type);
    if (spec.rootDeviceSize() > 0) {
      parameters.put("diskSizeGb", Long.toString(spec.rootDeviceSize()));
    }
    put(parameters, "labels", additionalLabels());
    put(parameters, "resourceManagerTags", diskTags());
    for (Disk each : spec.additionalDisks()) {
      disks.add(additionalDisk(each));
    }
    return disks;
  }

  private Map<String, String> diskTags() {
    var tags = new TreeMap<String, String>();
    spec.resourceManagerTags().forEach(each -> add(tags, each));
    return tags;
  }

  private ObjectNode additionalDisk(Disk asked) {
    ObjectNode disk = Json.MAPPER.createObjectNode().put("autoDelete", true);
    ObjectNode parameters = disk.putObject("initializeParams");
    String type = Objects.requireNonNullElse(asked.deviceType(), "");
    if (!type.isEmpty()) {
      parameters.put("diskType", type);
    }
    if (PoolRules.isLocalSsd(type)) {
      parameters.put("diskSizeGb", Long.toString(LOCAL_SSD_SIZE));
      return disk.put("type", "SCRATCH").put("interface", "NVME");
    }
    putKey(disk, asked.encryptionKey());
    Long size = asked.size();
    parameters.put("diskSizeGb", Long.toString(size == null ? DEFAULT_DISK_SIZE : size));
    put(parameters, "resourceManagerTags", diskTags());
    return disk;
  }

  private static void putKey(ObjectNode disk, @Nullable EncryptionKey key) {
    if (key == null || key.managedKey() == null) {
      return;
    }
    ObjectNode fields = disk.putObject("diskEncryptionKey");
    fields.put("kmsKeyName", key.managedKey().kmsKeyName());
    if (key.kmsKeyServiceAccount() != null) {
      fields.put("kmsKeyServiceAccount", key.kmsKeyServiceAccount());
    }
  }

  private String image() throws PrerequisiteException {
    for (String asked : new String[] {spec.image(), spec.imageFamily()}) {
      if (asked != null && !asked.isEmpty()) {
        return asked;
      }
    }
    KubernetesVersion of =
        version.orElseThrow(
            () ->
                PrerequisiteException.invalid(
                    "spec.image and spec.imageFamily are not set, and MachinePool"
                        + " spec.template.spec.version names no version whose image machines could"
                        + " boot: set one of the three"));
    return "projects/%s/global/images/family/capi-ubuntu-1804-k8s-v%d-%d"
        .formatted(cluster.project(), of.major(), of.minor());
  }

  private ArrayNode networkInterfaces() {
    ArrayNode interfaces = Json.MAPPER.createArrayNode();
    ObjectNode only = interfaces.addObject();
    String project = cluster.networkProject();
    only.put(
        "network", "projects/%s/global/networks/%s".formatted(project, cluster.network().name()));
    String subnet = spec.subnet();
    if (subnet != null && !subnet.isEmpty()) {
      only.put(
          "subnetwork",
          "projects/%s/regions/%s/subnetworks/%s".formatted(project, cluster.region(), subnet));
    }
    if (spec.publicIP()) {
      only.putArray("accessConfigs")
          .addObject()
          .put("type", "ONE_TO_ONE_NAT")
          .put("name", "External NAT");
    }
    return interfaces;
  }

  private ObjectNode scheduling() {
    ObjectNode scheduling = Json.MAPPER.createObjectNode();
    if (spec.preemptible()) {
      scheduling.put("preemptible", true);
    }
    String model = spec.provisioningModel();
    if (model != null) {
      scheduling.put("provisioningModel", model.toUpperCase(Locale.ROOT));
    }
    String maintenance = spec.onHostMaintenance();
    if (!spec.guestAccelerators().isEmpty()) {
      scheduling.put("onHostMaintenance", "TERMINATE");
    } else if (maintenance != null) {
      scheduling.put("onHostMaintenance", maintenance.toUpperCase(Locale.ROOT));
    }
    return scheduling;
  }

  private ArrayNode serviceAccounts() {
    ArrayNode accounts = Json.MAPPER.createArrayNode();
    GcpMachinePool.ServiceAccount asked = spec.serviceAccounts();
    ObjectNode account = accounts.addObject();
    account.put("email", asked == null ? "default" : asked.email());
    ArrayNode scopes = account.putArray("scopes");
    (asked == null ? List.of(DEFAULT_SCOPE) : asked.scopes()).forEach(scopes::add);
    return accounts;
  }

  private ObjectNode networkTags() {
    ObjectNode tags = Json.MAPPER.createObjectNode();
    ArrayNode items = tags.putArray("items");
    spec.additionalNetworkTags().forEach(items::add);
    items.add(clusterName + "-" + role).add(clusterName);
    return tags;
  }

  private ObjectNode metadata() {
    ObjectNode metadata = Json.MAPPER.createObjectNode();
    ArrayNode items = metadata.putArray("items");
    spec.additionalMetadata()
        .forEach(
            each -> {
              ObjectNode item = items.addObject().put("key", each.key());
              if (each.value() != null) {
                item.put("value", each.value());
              }
            });
    return metadata;
  }

  /** A template takes the bare name of a type only. */
  private Optional<ArrayNode> accelerators() {
    if (spec.guestAccelerators().isEmpty()) {
      return Optional.empty();
    }
    ArrayNode accelerators = Json.MAPPER.createArrayNode();
    spec.guestAccelerators()
        .forEach(
            each ->
                accelerators
                    .addObject()
                    .put("acceleratorType", each.type().substring(each.type().lastIndexOf('/') + 1))
                    .put("acceleratorCount", each.count()));
    return Optional.of(accelerators);
  }

  /** What is disabled must be said, as Compute Engine enables two of the three by itself. */
  private Optional<ObjectNode> shielded() {
    return Optional.ofNullable(spec.shieldedInstanceConfig())
        .map(
            asked ->
                Json.MAPPER
                    .createObjectNode()
                    .put("enableSecureBoot", is(asked.secureBoot(), false))
                    .put("enableVtpm", is(asked.virtualizedTrustedPlatformModule(), true))
                    .put("enableIntegrityMonitoring", is(asked.integrityMonitoring(), true)));
  }

  private static boolean is(@Nullable String asked, boolean otherwise) {
    return asked == null ? otherwise : asked.equals(GcpMachinePool.ENABLED);
  }

  private Optional<ObjectNode> confidential() {
    String asked = spec.confidentialCompute();
    if (asked == null || asked.equals("Disabled")) {
      return Optional.empty();
    }
    ObjectNode config = Json.MAPPER.createObjectNode().put("enableConfidentialCompute", true);
    String type = CONFIDENTIAL_TYPES.get(asked);
    if (type != null) {
      config.put("confidentialInstanceType", type);
    }
    return Optional.of(config);
  }
}
