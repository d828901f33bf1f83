package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.ResolveResult;
import io.weir.provider.http.JsonFields;
import io.weir.provider.oci.account.ClusterNetwork;
import io.weir.provider.oci.account.OciScopeResolver;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.api.OciManagedMachinePool;
import io.weir.provider.oci.api.OciManagedMachinePool.PodNetwork;
import io.weir.provider.oci.api.OciManagedMachinePool.Spec;
import io.weir.provider.oci.api.OciTags;
import io.weir.provider.oci.nodepool.NodeImages.Architecture;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a node pool should be, from the objects of its pool and cluster. */
public final class NodePoolResolver {
  private static final String CONFIG = "spec.nodePoolNodeConfig.";

  private final PoolInputs in;
  private final Spec spec;
  private final QueryCollector queries;
  private final ClusterNetwork network;

  private NodePoolResolver(PoolInputs in, QueryResults known) throws PrerequisiteException {
    this.in = in;
    this.spec = in.pool().as(OciManagedMachinePool.class).spec();
    this.queries = new QueryCollector(known);
    this.network = ClusterNetwork.of(in.infrastructureCluster(OciKinds.MANAGED_CLUSTER), queries);
  }

  /** The desired state, or what must be asked or provided for it. */
  public static ResolveResult<DesiredNodePool> resolve(PoolInputs in, QueryResults known) {
    try {
      var resolver = new NodePoolResolver(in, known);
      DesiredNodePool desired = resolver.desired();
      return resolver.queries.missing().isEmpty()
          ? new ResolveResult.Resolved<>(desired)
          : new ResolveResult.NeedsQueries<>(resolver.queries.missing());
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  private DesiredNodePool desired() throws PrerequisiteException {
    String cluster = OciScopeResolver.okeCluster(in);
    String version = required("version", spec.version());
    KubernetesVersion parsed =
        KubernetesVersion.of(version)
            .orElseThrow(
                () ->
                    invalid(
                        "spec.version %s is not a version: write one such as v1.33.1"
                            .formatted(Excerpt.of(version))));
    String shape = required("nodeShape", spec.nodeShape());
    ObjectNode creation = Json.MAPPER.createObjectNode();
    creation.put("compartmentId", network.spec().compartmentId());
    creation.put("clusterId", cluster).put("name", in.pool().name());
    Optional<String> imageNote = Optional.empty();
    String image = Objects.requireNonNullElse(spec.nodeSourceViaImage().imageId(), "");
    if (image.isEmpty()) {
      Architecture architecture = Architecture.ofShape(shape);
      image = image(cluster, version, shape, architecture);
      imageNote = Optional.of(NodePoolNotes.image(version, architecture, image));
    }
    boolean external = in.hasExternallyManagedReplicas();
    return new DesiredNodePool(
        creation,
        settings(version, shape, image),
        nodeConfig(),
        external ? OptionalInt.empty() : OptionalInt.of(in.replicas()),
        in.replicas(),
        parsed,
        imageNote,
        remarks(external, parsed));
  }

  /** Pinned once it is chosen: what OKE offers first changes, and nodes must not follow. */
  private String image(String cluster, String version, String shape, Architecture architecture)
      throws PrerequisiteException {
    Optional<String> pinned =
        NodePoolNotes.image(in.pool().annotation(NodePoolNotes.IMAGE), version, architecture);
    if (pinned.isPresent()) {
      return pinned.get();
    }
    Optional<NodeImages> offered =
        queries.resultOf(new NodeImages.OfCluster(cluster), NodeImages.class);
    if (offered.isEmpty()) {
      return "";
    }
    return offered
        .get()
        .find(version, architecture)
        .orElseThrow(
            () ->
                invalid(
                    "OKE offers no image of version %s for shape %s: set spec.version to a version that it offers, or spec.nodeSourceViaImage.imageId"
                        .formatted(version, shape)));
  }

  private ObjectNode settings(String version, String shape, String image)
      throws PrerequisiteException {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.put("kubernetesVersion", version).put("nodeShape", shape);
    var size = spec.nodeShapeConfig();
    if (size != null) {
      ObjectNode config = fields.putObject("nodeShapeConfig");
      putNumber(config, "ocpus", size.ocpus());
      putNumber(config, "memoryInGBs", size.memoryInGBs());
      if (config.isEmpty()) {
        fields.remove("nodeShapeConfig");
      }
    }
    ObjectNode source = fields.putObject("nodeSourceDetails");
    source.put("sourceType", "IMAGE").put("imageId", image);
    JsonFields.putIfPresent(
        source, "bootVolumeSizeInGBs", spec.nodeSourceViaImage().bootVolumeSizeInGBs());
    if (!Objects.requireNonNullElse(spec.sshPublicKey(), "").isEmpty()) {
      fields.put("sshPublicKey", spec.sshPublicKey());
    }
    if (!spec.nodeMetadata().isEmpty()) {
      fields.set("nodeMetadata", Json.MAPPER.valueToTree(spec.nodeMetadata()));
    }
    ArrayNode labels = fields.putArray("initialNodeLabels");
    for (var label : spec.initialNodeLabels()) {
      ObjectNode entry = labels.addObject();
      entry.put("key", Objects.requireNonNullElse(label.key(), ""));
      entry.put("value", Objects.requireNonNullElse(label.value(), ""));
    }
    var eviction = spec.nodeEvictionNodePoolSettings();
    if (eviction != null) {
      ObjectNode settings = fields.putObject("nodeEvictionNodePoolSettings");
      JsonFields.putIfPresent(settings, "evictionGraceDuration", eviction.evictionGraceDuration());
      JsonFields.putIfPresent(
          settings, "isForceDeleteAfterGraceDuration", eviction.isForceDeleteAfterGraceDuration());
    }
    var cycling = spec.nodePoolCyclingDetails();
    if (cycling != null) {
      ObjectNode details = fields.putObject("nodePoolCyclingDetails");
      JsonFields.putIfPresent(details, "isNodeCyclingEnabled", cycling.isNodeCyclingEnabled());
      JsonFields.putIfPresent(details, "maximumSurge", cycling.maximumSurge());
      JsonFields.putIfPresent(details, "maximumUnavailable", cycling.maximumUnavailable());
    }
    ObjectNode tags = network.freeformTags();
    tags.put(OciTags.MANAGEMENT_CLUSTER, in.marks().managementCluster());
    tags.put(OciTags.POOL, in.marks().pool());
    fields.set("freeformTags", tags);
    fields.set("definedTags", network.definedTags());
    return fields;
  }

  private ObjectNode nodeConfig() throws PrerequisiteException {
    var config = spec.nodePoolNodeConfig();
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.set("placementConfigs", placement());
    ArrayNode groups = fields.putArray("nsgIds");
    network.workerSecurityGroups(CONFIG + "nsgNames", config.nsgNames()).forEach(groups::add);
    JsonFields.putIfPresent(fields, "kmsKeyId", config.kmsKeyId());
    JsonFields.putIfPresent(
        fields, "isPvEncryptionInTransitEnabled", config.isPvEncryptionInTransitEnabled());
    fields.set("freeformTags", network.freeformTags());
    fields.set("definedTags", network.definedTags());
    PodNetwork pods = config.nodePoolPodNetworkOptionDetails();
    String type = pods == null ? "" : Objects.requireNonNullElse(pods.cniType(), "");
    if (pods != null && !type.isEmpty()) {
      fields.set("nodePoolPodNetworkOptionDetails", podNetwork(pods, type));
    }
    return fields;
  }

  private ArrayNode placement() throws PrerequisiteException {
    ArrayNode places = Json.MAPPER.createArrayNode();
    var asked = spec.nodePoolNodeConfig().placementConfigs();
    for (var place : asked) {
      String field = CONFIG + "placementConfigs";
      String domain = Objects.requireNonNullElse(place.availabilityDomain(), "");
      if (domain.isEmpty()) {
        throw invalid(field + " has an item without availabilityDomain: name one");
      }
      ObjectNode entry = places.addObject();
      entry.put("availabilityDomain", domain);
      String subnet = Objects.requireNonNullElse(place.subnetName(), "");
      entry.put(
          "subnetId",
          subnet.isEmpty()
              ? network.workerSubnet()
              : network.subnet(field + "[].subnetName", subnet));
      if (!place.faultDomains().isEmpty()) {
        place.faultDomains().forEach(entry.putArray("faultDomains")::add);
      }
      JsonFields.putIfPresent(entry, "capacityReservationId", place.capacityReservationId());
    }
    if (asked.isEmpty()) {
      String subnet = network.workerSubnet();
      for (Map.Entry<String, List<String>> domain : network.availabilityDomains().entrySet()) {
        ObjectNode entry = places.addObject();
        entry.put("availabilityDomain", domain.getKey()).put("subnetId", subnet);
        if (!domain.getValue().isEmpty()) {
          domain.getValue().forEach(entry.putArray("faultDomains")::add);
        }
      }
    }
    return places;
  }

  private ObjectNode podNetwork(PodNetwork pods, String type) throws PrerequisiteException {
    ObjectNode fields = Json.MAPPER.createObjectNode().put("cniType", type);
    if (!type.equals("OCI_VCN_IP_NATIVE")) {
      return fields;
    }
    String field = CONFIG + "nodePoolPodNetworkOptionDetails.vcnIpNativePodNetworkOptions.";
    ArrayNode subnets = fields.putArray("podSubnetIds");
    for (String name : pods.vcnIpNativePodNetworkOptions().subnetNames()) {
      subnets.add(network.subnet(field + "subnetNames", name));
    }
    ArrayNode groups = fields.putArray("podNsgIds");
    network
        .securityGroups(field + "nsgNames", pods.vcnIpNativePodNetworkOptions().nsgNames())
        .forEach(groups::add);
    JsonNode most =
        in.pool()
            .at(
                "/spec/nodePoolNodeConfig/nodePoolPodNetworkOptionDetails/vcnIpNativePodNetworkOptions/maxPodsPerNode");
    if (most.isIntegralNumber()) {
      fields.put("maxPodsPerNode", most.intValue());
    }
    return fields;
  }

  private List<String> remarks(boolean external, KubernetesVersion version)
      throws PrerequisiteException {
    var remarks = new ArrayList<String>();
    if (external) {
      remarks.add(
          "the MachinePool has the annotation %s, so its spec.replicas has no effect and the size is left to an autoscaler: remove the annotation to scale by spec.replicas"
              .formatted(MetadataKeys.REPLICAS_MANAGED_BY));
    }
    Optional<KubernetesVersion> other = in.kubernetesVersion();
    if (other.filter(asked -> asked.compare(version) != 0).isPresent()) {
      remarks.add(
          "spec.template.spec.version of the MachinePool has no effect: spec.version counts");
    }
    return remarks;
  }

  private void putNumber(ObjectNode fields, String name, @Nullable String number)
      throws PrerequisiteException {
    if (number == null || number.isEmpty()) {
      return;
    }
    try {
      fields.put(name, new BigDecimal(number));
    } catch (NumberFormatException _) {
      throw invalid(
          "spec.nodeShapeConfig.%s %s is not a number: write one such as 2 or 1.5"
              .formatted(name, Excerpt.of(number)));
    }
  }

  private String required(String field, @Nullable String value) throws PrerequisiteException {
    if (value == null || value.isEmpty()) {
      throw invalid("spec.%s is missing: set it".formatted(field));
    }
    return value;
  }

  private PrerequisiteException invalid(String what) {
    return PrerequisiteException.invalid("%s: %s".formatted(in.pool(), what));
  }
}
