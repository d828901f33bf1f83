package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Clusters, pools, nodes and versions in the form that the API gives them. */
final class ResponseJson {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private ResponseJson() {}

  static ObjectNode cluster(SimulatedCluster simulatedCluster, ScalewaySeedData scalewaySeedData) {
    ClusterSpec seed = simulatedCluster.spec;
    ObjectNode picture = JsonNodeFactory.instance.objectNode();
    picture.put("region", seed.region()).put("id", simulatedCluster.id);
    picture
        .put("organization_id", simulatedCluster.organizationId)
        .put("project_id", seed.projectId());
    picture
        .put("created_at", time(simulatedCluster.createdAt))
        .put("updated_at", time(simulatedCluster.updatedAt));
    picture.put("type", seed.type()).put("name", seed.name()).put("description", "");
    picture
        .put("status", simulatedCluster.status())
        .put("version", simulatedCluster.version)
        .put("cni", "cilium");
    texts(picture.putArray("tags"), seed.tags());
    String host = simulatedCluster.id + ".api.k8s." + seed.region() + ".scw.cloud";
    picture.put("cluster_url", seed.url().isEmpty() ? "https://" + host + ":6443" : seed.url());
    picture.put(
        "dns_wildcard", "*." + simulatedCluster.id + ".nodes.k8s." + seed.region() + ".scw.cloud");
    autoscaler(picture.putObject("autoscaler_config"));
    ObjectNode upgrade = picture.putObject("auto_upgrade").put("enabled", false);
    upgrade.putObject("maintenance_window").put("start_hour", 0).put("day", "any");
    picture.put(
        "upgrade_available",
        !simulatedCluster.version.equals(scalewaySeedData.versions().getLast()));
    picture.putArray("feature_gates");
    picture.putArray("admission_plugins");
    openId(picture.putObject("open_id_connect_config"));
    picture.putArray("apiserver_cert_sans");
    picture.put("private_network_id", seed.privateNetworkId().orElse(null));
    picture.put("commitment_ends_at", time(simulatedCluster.createdAt)).put("acl_available", true);
    picture.put("iam_nodes_group_id", "5e7bac5f-f491-4ce2-bf18-7d20df780a2e");
    picture.put("pod_cidr", "100.64.0.0/15").put("service_cidr", "10.32.0.0/20");
    return picture.put("service_dns_ip", "10.32.0.10");
  }

  private static void autoscaler(ObjectNode config) {
    config.put("scale_down_disabled", false).put("scale_down_delay_after_add", "10m");
    config.put("estimator", "binpacking").put("expander", "random");
    config.put("ignore_daemonsets_utilization", false).put("balance_similar_node_groups", false);
    config.put("expendable_pods_priority_cutoff", -10).put("scale_down_unneeded_time", "10m");
    config.put("scale_down_utilization_threshold", 0.5).put("max_graceful_termination_sec", 600);
    config.put("skip_nodes_with_local_storage", false).put("log_level", 2);
  }

  private static void openId(ObjectNode config) {
    config.put("issuer_url", "").put("client_id", "").put("username_claim", "");
    config.put("username_prefix", "").put("groups_prefix", "");
    config.putArray("groups_claim");
    config.putArray("required_claim");
  }

  static ObjectNode pool(SimulatedPool simulatedPool) {
    PoolSettings settings = simulatedPool.settings;
    ObjectNode picture = JsonNodeFactory.instance.objectNode();
    picture.put("region", simulatedPool.cluster.spec.region()).put("id", simulatedPool.id);
    picture.put("cluster_id", simulatedPool.cluster.id);
    picture
        .put("created_at", time(simulatedPool.createdAt))
        .put("updated_at", time(simulatedPool.updatedAt));
    picture.put("name", settings.name).put("status", simulatedPool.status());
    picture.put("version", simulatedPool.version).put("node_type", settings.apiNodeType());
    picture.put("autoscaling", settings.autoscaling).put("size", settings.size);
    picture.put("min_size", settings.minSize).put("max_size", settings.maxSize);
    picture.put("container_runtime", settings.containerRuntime);
    picture.put("autohealing", settings.autohealing);
    texts(picture.putArray("tags"), settings.tags);
    picture.put("placement_group_id", settings.placementGroupId);
    map(picture.putObject("kubelet_args"), settings.kubeletArgs);
    picture
        .putObject("upgrade_policy")
        .put("max_unavailable", settings.maxUnavailable)
        .put("max_surge", settings.maxSurge);
    picture.put("zone", settings.zone).put("root_volume_type", settings.rootVolumeType);
    picture.put("root_volume_size", settings.rootVolumeSize);
    picture.put("public_ip_disabled", settings.publicIpDisabled);
    picture.put("security_group_id", settings.securityGroupId);
    map(picture.putObject("labels"), settings.labels);
    taints(picture.putArray("taints"), settings.taints);
    taints(picture.putArray("startup_taints"), settings.startupTaints);
    picture.put("private_network_id", settings.privateNetworkId);
    picture.put("error_message", simulatedPool.errorMessage());
    return picture.put("max_termination_grace_period", settings.maxTerminationGracePeriod);
  }

  static ObjectNode node(SimulatedNode simulatedNode) {
    ObjectNode picture = JsonNodeFactory.instance.objectNode();
    picture.put("id", simulatedNode.id).put("pool_id", simulatedNode.pool.id);
    picture
        .put("cluster_id", simulatedNode.pool.cluster.id)
        .put("provider_id", simulatedNode.providerId());
    picture.put("region", simulatedNode.pool.cluster.spec.region()).put("name", simulatedNode.name);
    ObjectNode conditions = picture.putObject("conditions");
    if (simulatedNode.running) {
      conditions.put("DiskPressure", "False").put("MemoryPressure", "False");
      conditions
          .put("PIDPressure", "False")
          .put("Ready", simulatedNode.isReady() ? "True" : "False");
    }
    boolean open = simulatedNode.hasInstance && !simulatedNode.pool.settings.publicIpDisabled;
    picture.put("public_ip_v4", open ? simulatedNode.address.replace("172.16.", "51.15.") : null);
    picture.putNull("public_ip_v6");
    picture
        .put("status", simulatedNode.status)
        .put("error_message", Objects.requireNonNullElse(simulatedNode.errorMessage, ""));
    picture.put("created_at", time(simulatedNode.createdAt));
    return picture.put("updated_at", time(simulatedNode.updatedAt));
  }

  static ObjectNode version(String name, String region, ScalewaySeedData scalewaySeedData) {
    ObjectNode picture = JsonNodeFactory.instance.objectNode();
    picture.put("region", region).put("name", name).put("label", "Kubernetes " + name);
    picture.putArray("available_cnis").add("cilium").add("calico").add("kilo");
    picture.putArray("available_container_runtimes").add("containerd");
    picture.putArray("available_feature_gates");
    picture.putArray("available_admission_plugins");
    map(picture.putObject("available_kubelet_args"), scalewaySeedData.kubeletArgs());
    picture.putObject("additional_components");
    picture.putNull("deprecated_at").putNull("end_of_life_at");
    return picture.putNull("released_at");
  }

  private static void taints(ArrayNode into, List<PoolSettings.Taint> taints) {
    taints.forEach(
        taint ->
            into.addObject()
                .put("key", taint.key())
                .put("value", taint.value())
                .put("effect", taint.effect()));
  }

  private static void texts(ArrayNode into, List<String> texts) {
    texts.forEach(into::add);
  }

  private static void map(ObjectNode into, Map<String, String> map) {
    new TreeMap<>(map).forEach(into::put);
  }

  private static String time(Instant instant) {
    return TIME.format(instant);
  }
}
