package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.compute.Project;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A node pool. Guarded by its project's lock. */
final class NodePool {
  /** Parts of its configuration that reach nodes as they are; others need new nodes. */
  private static final Set<String> IN_PLACE = Set.of("labels", "taints", "resourceLabels");

  private static final int LONGEST_PART = 18;

  final Cluster cluster;

  /** As people have set it, and as Kubernetes Engine has completed it. */
  final ObjectNode shown;

  /** The ID of the last operation that has taken effect. */
  String applied = "";

  /** How often its settings have changed. */
  int changes = 1;

  /** Whether nodes of older settings are being replaced. */
  boolean rolling;

  NodePool(Cluster cluster, ObjectNode shown) {
    this.cluster = cluster;
    this.shown = shown;
  }

  String name() {
    return shown.path("name").asText();
  }

  /** Within its project. */
  String path() {
    return cluster.path() + "/nodePools/" + name();
  }

  String status() {
    return shown.path("status").asText();
  }

  boolean is(String status) {
    return status().equals(status);
  }

  void setStatus(String status) {
    shown.put("status", status);
  }

  String version() {
    return shown.path("version").asText();
  }

  ObjectNode config() {
    return shown.withObject("/config");
  }

  List<String> zones() {
    return shown.path("locations").valueStream().map(JsonNode::asText).toList();
  }

  int maxSurge() {
    return Math.max(1, shown.at("/upgradeSettings/maxSurge").asInt(1));
  }

  /** What a node is made from that cannot be changed while it runs. */
  JsonNode model() {
    ObjectNode model = config().deepCopy();
    model.remove(IN_PLACE);
    return model.put("version", version());
  }

  /** With which the names of its groups and machines begin. */
  private String baseName() {
    return "gke-%s-%s".formatted(cut(cluster.name()), cut(name()));
  }

  private static String cut(String name) {
    String part = name.substring(0, Math.min(name.length(), LONGEST_PART));
    return part.endsWith("-") ? part.substring(0, part.length() - 1) : part;
  }

  /** Such as {@code gke-demo-workers-1a2b3c4d}. */
  String machinesName(String zone) {
    return "%s-%08x".formatted(baseName(), (path() + zone).hashCode());
  }

  String groupName(String zone) {
    return machinesName(zone) + "-grp";
  }

  /** Of the template that new nodes are made from. */
  String templateName() {
    return templateName(changes);
  }

  /** Of the templates that came before it. */
  List<String> formerTemplates() {
    return IntStream.range(1, changes).mapToObj(this::templateName).toList();
  }

  private String templateName(int change) {
    return "%s-%08x".formatted(baseName(), (path() + change).hashCode());
  }

  /** What nodes register with. */
  ObjectNode metadata() {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    var labels = new TreeSet<String>();
    labels.add("cloud.google.com/gke-nodepool=" + name());
    config()
        .path("labels")
        .properties()
        .forEach(each -> labels.add(text(each.getKey(), each.getValue())));
    List<String> taints = config().path("taints").valueStream().map(NodePool::taint).toList();
    return metadata
        .put("cluster-name", cluster.name())
        .put("kube-labels", String.join(",", labels))
        .put("kube-taints", String.join(",", taints))
        .put("kubernetes-version", "v" + version());
  }

  private static String text(String key, JsonNode value) {
    return key + "=" + value.asText();
  }

  /** As kubelets write it: {@code key=value:NoSchedule}. */
  static String taint(JsonNode taint) {
    return "%s=%s:%s"
        .formatted(
            taint.path("key").asText(), taint.path("value").asText(), effect(taint.path("effect")));
  }

  private static String effect(JsonNode effect) {
    return switch (effect.asText().toUpperCase(Locale.ROOT)) {
      case "NO_EXECUTE" -> "NoExecute";
      case "PREFER_NO_SCHEDULE" -> "PreferNoSchedule";
      default -> "NoSchedule";
    };
  }

  String etag() {
    return Integer.toHexString((path() + changes + status()).hashCode());
  }

  ObjectNode toJson(Project project) {
    ObjectNode whole = shown.deepCopy();
    whole.put("selfLink", ContainerJson.url(project, path())).put("etag", etag());
    ArrayNode urls = whole.putArray("instanceGroupUrls");
    zones()
        .forEach(
            zone ->
                urls.add(
                    project.url(
                        "zones/%s/instanceGroupManagers/%s".formatted(zone, groupName(zone)))));
    return ContainerJson.withoutDefaults(whole);
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("shown", shown.deepCopy());
    return saved.put("applied", applied).put("changes", changes).put("rolling", rolling);
  }

  static NodePool load(Cluster cluster, JsonNode saved) {
    var pool = new NodePool(cluster, saved.path("shown").deepCopy());
    pool.applied = saved.path("applied").asText();
    pool.changes = saved.path("changes").asInt();
    pool.rolling = saved.path("rolling").asBoolean();
    return pool;
  }
}
