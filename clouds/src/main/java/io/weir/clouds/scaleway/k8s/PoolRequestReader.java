package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.scaleway.seed.NodeType;
import io.weir.clouds.scaleway.seed.Region;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.clouds.scaleway.wire.ArgumentError;
import io.weir.clouds.scaleway.wire.RequestFields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the wish for a new pool. */
final class PoolRequestReader {
  static final Set<String> FIELDS =
      Set.of(
          "name",
          "node_type",
          "placement_group_id",
          "autoscaling",
          "size",
          "min_size",
          "max_size",
          "container_runtime",
          "autohealing",
          "tags",
          "kubelet_args",
          "upgrade_policy",
          "zone",
          "root_volume_type",
          "root_volume_size",
          "public_ip_disabled",
          "security_group_id",
          "labels",
          "taints",
          "startup_taints",
          "private_network_id",
          "user_data",
          "max_termination_grace_period");
  private static final Set<String> RUNTIMES = Set.of("unknown_runtime", "containerd");
  private static final Set<String> VOLUMES =
      Set.of("default_volume_type", "l_ssd", "b_ssd", "sbs_5k", "sbs_15k");
  private static final Set<String> EFFECTS =
      Set.of("no_schedule", "prefer_no_schedule", "no_execute");
  private static final long GB = 1_000_000_000L;
  private static final long SMALLEST_VOLUME = 20 * GB;
  private static final int LONGEST_NAME = 100;

  private final ScalewaySeedData scalewaySeedData;
  private final SimulatedCluster simulatedCluster;
  private final RequestFields requestFields;

  PoolRequestReader(
      ScalewaySeedData scalewaySeedData, SimulatedCluster simulatedCluster, JsonNode body) {
    this.scalewaySeedData = scalewaySeedData;
    this.simulatedCluster = simulatedCluster;
    this.requestFields = new RequestFields(body);
  }

  /** The settings of the pool, all that is wrong being refused at once. */
  PoolSettings read() {
    PoolSettings settings = settings();
    emptyCluster(settings);
    requestFields.throwIfInvalid();
    return settings;
  }

  /** Those of a pool that is there already, and so may be the only one and empty. */
  PoolSettings readExisting() {
    PoolSettings settings = settings();
    requestFields.throwIfInvalid();
    return settings;
  }

  private PoolSettings settings() {
    requestFields.rejectUnknown(FIELDS, "is not a field of a pool");
    String name = requestFields.required("name");
    requestFields.require(
        name.length() <= LONGEST_NAME, "name", "must have at most 100 characters");
    NodeType type = nodeType();
    String volumeType = volumeType(type);
    PoolSettings settings =
        new PoolSettings(
            name,
            type,
            zone(),
            requestFields.uuid("placement_group_id").orElse(null),
            requestFields
                .oneOf("container_runtime", RUNTIMES)
                .map(_ -> "containerd")
                .orElse("containerd"),
            volumeType,
            volumeSize(type, volumeType),
            publicIpDisabled(),
            requestFields
                .uuid("private_network_id")
                .or(simulatedCluster.spec::privateNetworkId)
                .orElse(null));
    settings.securityGroupId =
        requestFields.uuid("security_group_id").orElse(ScalewaySeedData.SECURITY_GROUP);
    settings.labels = requestFields.map("labels").orElse(settings.labels);
    settings.taints = taints("taints");
    settings.startupTaints = taints("startup_taints");
    if (!requestFields.has("size")) {
      requestFields.addError(new ArgumentError("size", "required", "size is required"));
    }
    settings.maxSize = Math.max(1, requestFields.count("size").orElse(0));
    new PoolUpdateReader(scalewaySeedData, settings, requestFields).read();
    return settings;
  }

  // A control plane shared with others is switched off when a cluster has no node at all.
  private void emptyCluster(PoolSettings settings) {
    boolean alone =
        simulatedCluster.pools.stream().allMatch(simulatedPool -> simulatedPool.settings.size == 0);
    requestFields.require(
        settings.size > 0
            || settings.isExternal()
            || !simulatedCluster.spec.isMutualized()
            || !alone,
        "size",
        "must be at least 1 in a mutualized cluster without other nodes");
  }

  private @Nullable NodeType nodeType() {
    String name = requestFields.required("node_type");
    if (name.equals(SimulatedPool.EXTERNAL)) {
      requestFields.require(
          simulatedCluster.spec.type().startsWith("multicloud"),
          "node_type",
          "external nodes are only for Kosmos clusters");
      return null;
    }
    Optional<NodeType> type = scalewaySeedData.nodeType(name);
    requestFields.require(
        type.isPresent() || name.isEmpty(),
        "node_type",
        "this node type is not available in this zone");
    requestFields.require(
        type.isEmpty() || type.get().isEligible(),
        "node_type",
        "this node type does not have enough memory");
    return type.orElse(null);
  }

  private String zone() {
    List<String> zones =
        scalewaySeedData.region(simulatedCluster.spec.region()).map(Region::zones).orElseThrow();
    String zone = requestFields.text("zone").filter(z -> !z.isEmpty()).orElse(zones.getFirst());
    requestFields.require(
        zones.contains(zone), "zone", "must be a zone of " + simulatedCluster.spec.region());
    return zone;
  }

  private String volumeType(@Nullable NodeType type) {
    boolean local = type != null && type.localDisk() > 0;
    String wish = requestFields.oneOf("root_volume_type", VOLUMES).orElse("default_volume_type");
    requestFields.require(
        !wish.equals("b_ssd"), "root_volume_type", "b_ssd is for older pools only");
    requestFields.require(
        !wish.equals("l_ssd") || local, "root_volume_type", "this node type has no local storage");
    return wish.equals("default_volume_type") ? (local ? "l_ssd" : "sbs_5k") : wish;
  }

  private long volumeSize(@Nullable NodeType type, String volumeType) {
    long local = type != null && volumeType.equals("l_ssd") ? type.localDisk() : 0;
    long wish = requestFields.bytes("root_volume_size").filter(size -> size > 0).orElse(0L);
    requestFields.require(
        wish == 0 || wish >= SMALLEST_VOLUME, "root_volume_size", "must be at least 20 GB");
    requestFields.require(
        local == 0 || wish <= local, "root_volume_size", "is more than the node type has");
    if (wish > 0) {
      return wish;
    }
    return local > 0 ? local : SMALLEST_VOLUME;
  }

  private boolean publicIpDisabled() {
    boolean disabled = requestFields.flag("public_ip_disabled").orElse(false);
    requestFields.require(
        !disabled || simulatedCluster.spec.privateNetworkId().isPresent(),
        "public_ip_disabled",
        "needs a cluster with a private network");
    return disabled;
  }

  private List<PoolSettings.Taint> taints(String name) {
    return requestFields.objects(name).stream()
        .map(
            taint -> {
              String effect = taint.path("effect").asText("");
              requestFields.require(
                  EFFECTS.contains(effect), name, "effect must be one of " + EFFECTS);
              return new PoolSettings.Taint(
                  taint.path("key").asText(""), taint.path("value").asText(""), effect);
            })
        .toList();
  }
}
