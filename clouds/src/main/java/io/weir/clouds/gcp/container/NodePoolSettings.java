package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.compute.Project;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What may be asked of a node pool, and what Kubernetes Engine fills in. */
final class NodePoolSettings {
  private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,38}[a-z0-9])?");
  private static final Pattern MACHINE_TYPE =
      Pattern.compile("[a-z]\\d*[a-z]?-[a-z]+(-[a-z0-9]+)*");
  private static final int LEAST_DISK_GB = 12;

  /** What an update wraps, by the field in which the list or map is. */
  private static final Map<String, String> WRAPPED =
      Map.of("labels", "labels", "taints", "taints", "tags", "tags", "resourceLabels", "labels");

  /** What it sets beside the configuration of nodes. */
  private static final Set<String> OF_POOL =
      Set.of(
          "locations",
          "maintenancePolicy",
          "nodeDrainConfig",
          "queuedProvisioning",
          "upgradeSettings");

  /** What names the pool, and proves what the caller has seen. */
  private static final Set<String> ADDRESS =
      Set.of("name", "etag", "projectId", "zone", "clusterId", "nodePoolId");

  private final Project project;

  NodePoolSettings(Project project) {
    this.project = project;
  }

  /** A pool as it is created, with all that was left out. */
  ObjectNode complete(JsonNode asked, Cluster cluster) {
    ObjectNode pool = asked.deepCopy();
    if (!NAME.matcher(pool.path("name").asText("")).matches()) {
      throw invalid("node_pool.name", pool.path("name"));
    }
    pool.put("version", NodeVersions.resolve(pool.path("version").asText(""), cluster.version()));
    if (pool.path("locations").isEmpty()) {
      cluster.zones().forEach(pool.putArray("locations")::add);
    }
    ObjectNode config = pool.withObject("/config");
    fill(config, "machineType", "e2-medium");
    fill(config, "diskType", "pd-balanced");
    fill(config, "imageType", "COS_CONTAINERD");
    fill(config, "serviceAccount", "default");
    if (config.path("diskSizeGb").asInt(0) == 0) {
      config.put("diskSizeGb", 100);
    }
    if (config.path("oauthScopes").isEmpty()) {
      config.putArray("oauthScopes").add("https://www.googleapis.com/auth/devstorage.read_only");
    }
    if (!config.has("shieldedInstanceConfig")) {
      config.putObject("shieldedInstanceConfig").put("enableIntegrityMonitoring", true);
    }
    if (!pool.has("management")) {
      pool.putObject("management").put("autoRepair", true).put("autoUpgrade", true);
    }
    addOwnLabels(config);
    config.withObject("/metadata").put("disable-legacy-endpoints", "true");
    if (!pool.has("upgradeSettings")) {
      pool.putObject("upgradeSettings").put("maxSurge", 1).put("strategy", "SURGE");
    }
    fill(pool.withObject("/maxPodsConstraint"), "maxPodsPerNode", "110");
    pool.put("podIpv4CidrSize", 24);
    check(pool);
    checkAutoscaling(pool.path("autoscaling"));
    return pool;
  }

  private static void fill(ObjectNode object, String field, String value) {
    if (object.path(field).asText("").isEmpty()) {
      object.put(field, value);
    }
  }

  /** Which Kubernetes Engine adds to those of people. */
  private static void addOwnLabels(ObjectNode config) {
    config
        .withObject("/resourceLabels")
        .put(
            "goog-gke-node-pool-provisioning-model",
            config.path("spot").asBoolean() ? "spot" : "on-demand");
  }

  private void check(JsonNode pool) {
    JsonNode config = pool.path("config");
    String type = config.path("machineType").asText();
    if (!MACHINE_TYPE.matcher(type).matches()) {
      throw RpcCode.INVALID_ARGUMENT.error(
          "Machine type with name \"%s\" does not exist in zone \"%s\"."
              .formatted(type, pool.path("locations").path(0).asText()));
    }
    if (config.path("diskSizeGb").asInt() < LEAST_DISK_GB) {
      throw invalid("node_pool.config.disk_size_gb", config.path("diskSizeGb"));
    }
    for (JsonNode zone : pool.path("locations")) {
      if (project.seed().regionOf(zone.asText()).isEmpty()) {
        throw invalid("node_pool.locations", zone);
      }
    }
  }

  /** Bounds in each zone and bounds of the whole pool exclude each other. */
  static void checkAutoscaling(JsonNode autoscaling) {
    boolean zonal = autoscaling.has("minNodeCount") || autoscaling.has("maxNodeCount");
    boolean total = autoscaling.has("totalMinNodeCount") || autoscaling.has("totalMaxNodeCount");
    String most = total ? "totalMaxNodeCount" : "maxNodeCount";
    String least = total ? "totalMinNodeCount" : "minNodeCount";
    boolean wrong = autoscaling.path(most).asInt() < Math.max(1, autoscaling.path(least).asInt());
    if ((zonal && total) || (autoscaling.path("enabled").asBoolean() && wrong)) {
      throw invalid("node_pool.autoscaling", autoscaling);
    }
  }

  /** What a pool becomes by an update. */
  ObjectNode updated(NodePool pool, JsonNode update) {
    ObjectNode asked = update.deepCopy();
    asked.remove(ADDRESS);
    if (asked.isEmpty()) {
      throw RpcCode.INVALID_ARGUMENT.error(
          "At least one of ['node_version', 'image_type', 'updated_image', 'locations',"
              + " 'workload_metadata_config', 'upgrade_settings', ...] must be specified.");
    }
    String etag = update.path("etag").asText("");
    if (!etag.isEmpty() && !etag.equals(pool.etag())) {
      throw RpcCode.ABORTED.error("The etag does not match the node pool's.");
    }
    ObjectNode after = pool.shown.deepCopy();
    ObjectNode config = after.withObject("/config");
    for (var field : asked.properties()) {
      String name = field.getKey();
      JsonNode value = field.getValue();
      if (name.equals("nodeVersion")) {
        after.put("version", NodeVersions.resolve(value.asText(), pool.cluster.version()));
      } else if (name.equals("diskSizeGb")) {
        config.put(name, value.asInt());
      } else if (WRAPPED.containsKey(name)) {
        JsonNode inner = value.path(WRAPPED.get(name));
        config.set(name, inner.isMissingNode() ? empty(config.path(name)) : inner.deepCopy());
      } else {
        (OF_POOL.contains(name) ? after : config).set(name, value.deepCopy());
      }
    }
    addOwnLabels(config);
    check(after);
    return after;
  }

  private static JsonNode empty(JsonNode before) {
    return before.isArray()
        ? JsonNodeFactory.instance.arrayNode()
        : JsonNodeFactory.instance.objectNode();
  }

  private static RuntimeException invalid(String field, JsonNode value) {
    return RpcCode.INVALID_ARGUMENT.error(
        "Invalid value for field \"%s\": %s.".formatted(field, value));
  }

  /** How many nodes there are to be in each zone at least. */
  static int least(NodePool pool) {
    JsonNode autoscaling = pool.shown.path("autoscaling");
    if (!autoscaling.path("enabled").asBoolean()) {
      return 0;
    }
    List<String> zones = pool.zones();
    int total = autoscaling.path("totalMinNodeCount").asInt();
    return Math.max(
        autoscaling.path("minNodeCount").asInt(), (total + zones.size() - 1) / zones.size());
  }
}
