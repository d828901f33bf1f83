package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.scaleway.wire.Complaint;
import io.weir.clouds.scaleway.wire.Fields;
import io.weir.clouds.scaleway.world.NodeType;
import io.weir.clouds.scaleway.world.Region;
import io.weir.clouds.scaleway.world.World;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the wish for a new pool. */
final class PoolReader {
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

  private final World world;
  private final Cluster cluster;
  private final Fields fields;

  PoolReader(World world, Cluster cluster, JsonNode body) {
    this.world = world;
    this.cluster = cluster;
    this.fields = new Fields(body);
  }

  /** The settings of the pool, all that is wrong being refused at once. */
  PoolSettings read() {
    PoolSettings settings = settings();
    emptyCluster(settings);
    fields.check();
    return settings;
  }

  /** Those of a pool that is there already, and so may be the only one and empty. */
  PoolSettings readAgain() {
    PoolSettings settings = settings();
    fields.check();
    return settings;
  }

  private PoolSettings settings() {
    fields.only(FIELDS, "is not a field of a pool");
    String name = fields.required("name");
    fields.demand(name.length() <= LONGEST_NAME, "name", "must have at most 100 characters");
    NodeType type = nodeType();
    String volumeType = volumeType(type);
    PoolSettings settings =
        new PoolSettings(
            name,
            type,
            zone(),
            fields.uuid("placement_group_id").orElse(null),
            fields.word("container_runtime", RUNTIMES).map(_ -> "containerd").orElse("containerd"),
            volumeType,
            volumeSize(type, volumeType),
            publicIpDisabled(),
            fields.uuid("private_network_id").or(cluster.seed::privateNetworkId).orElse(null));
    settings.securityGroupId = fields.uuid("security_group_id").orElse(World.SECURITY_GROUP);
    settings.labels = fields.map("labels").orElse(settings.labels);
    settings.taints = taints("taints");
    settings.startupTaints = taints("startup_taints");
    if (!fields.has("size")) {
      fields.complain(new Complaint("size", "required", "size is required"));
    }
    settings.maxSize = Math.max(1, fields.count("size").orElse(0));
    new PoolChanges(world, settings, fields).read();
    return settings;
  }

  // A control plane shared with others is switched off when a cluster has no node at all.
  private void emptyCluster(PoolSettings settings) {
    boolean alone = cluster.pools.stream().allMatch(pool -> pool.settings.size == 0);
    fields.demand(
        settings.size > 0 || settings.external() || !cluster.seed.mutualized() || !alone,
        "size",
        "must be at least 1 in a mutualized cluster without other nodes");
  }

  private @Nullable NodeType nodeType() {
    String name = fields.required("node_type");
    if (name.equals(Pool.EXTERNAL)) {
      fields.demand(
          cluster.seed.type().startsWith("multicloud"),
          "node_type",
          "external nodes are only for Kosmos clusters");
      return null;
    }
    Optional<NodeType> type = world.nodeType(name);
    fields.demand(
        type.isPresent() || name.isEmpty(),
        "node_type",
        "this node type is not available in this zone");
    fields.demand(
        type.isEmpty() || type.get().eligible(),
        "node_type",
        "this node type does not have enough memory");
    return type.orElse(null);
  }

  private String zone() {
    List<String> zones = world.region(cluster.seed.region()).map(Region::zones).orElseThrow();
    String zone = fields.text("zone").filter(z -> !z.isEmpty()).orElse(zones.getFirst());
    fields.demand(zones.contains(zone), "zone", "must be a zone of " + cluster.seed.region());
    return zone;
  }

  private String volumeType(@Nullable NodeType type) {
    boolean local = type != null && type.localDisk() > 0;
    String wish = fields.word("root_volume_type", VOLUMES).orElse("default_volume_type");
    fields.demand(!wish.equals("b_ssd"), "root_volume_type", "b_ssd is for older pools only");
    fields.demand(
        !wish.equals("l_ssd") || local, "root_volume_type", "this node type has no local storage");
    return wish.equals("default_volume_type") ? (local ? "l_ssd" : "sbs_5k") : wish;
  }

  private long volumeSize(@Nullable NodeType type, String volumeType) {
    long local = type != null && volumeType.equals("l_ssd") ? type.localDisk() : 0;
    long wish = fields.bytes("root_volume_size").filter(size -> size > 0).orElse(0L);
    fields.demand(
        wish == 0 || wish >= SMALLEST_VOLUME, "root_volume_size", "must be at least 20 GB");
    fields.demand(
        local == 0 || wish <= local, "root_volume_size", "is more than the node type has");
    if (wish > 0) {
      return wish;
    }
    return local > 0 ? local : SMALLEST_VOLUME;
  }

  private boolean publicIpDisabled() {
    boolean disabled = fields.flag("public_ip_disabled").orElse(false);
    fields.demand(
        !disabled || cluster.seed.privateNetworkId().isPresent(),
        "public_ip_disabled",
        "needs a cluster with a private network");
    return disabled;
  }

  private List<PoolSettings.Taint> taints(String name) {
    return fields.objects(name).stream()
        .map(
            taint -> {
              String effect = taint.path("effect").asText("");
              fields.demand(EFFECTS.contains(effect), name, "effect must be one of " + EFFECTS);
              return new PoolSettings.Taint(
                  taint.path("key").asText(""), taint.path("value").asText(""), effect);
            })
        .toList();
  }
}
