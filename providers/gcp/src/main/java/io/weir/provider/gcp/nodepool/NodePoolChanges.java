package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What differs between a node pool and what it should be, in the order in which it is set: GKE
 * takes each in a write of its own. Maps and lists are replaced whole; what GKE adds to them by
 * itself stays.
 */
final class NodePoolChanges {

  /** Fields of nodes that only a creation sets. */
  private static final List<String> FIXED_OF_NODES =
      List.of(
          "machineType",
          "diskSizeGb",
          "diskType",
          "localSsdCount",
          "oauthScopes",
          "preemptible",
          "serviceAccount",
          "shieldedInstanceConfig",
          "spot");

  /**
   * A change.
   *
   * @param field what differs
   * @param rolls whether nodes are replaced for it
   * @param step what sets it
   */
  record Change(String field, boolean rolls, NodePoolStep step) {}

  private final DesiredNodePool desired;
  private final ObservedNodePool seen;
  private final NodePool pool;
  private final JsonNode wanted;
  private final JsonNode shown;
  private final List<Change> found = new ArrayList<>();

  private NodePoolChanges(DesiredNodePool desired, ObservedNodePool seen) {
    this.desired = desired;
    this.seen = seen;
    this.pool = seen.pool();
    this.wanted = desired.fields().path("config");
    this.shown = pool.config();
  }

  /** All of them, the first to be set first. */
  static List<Change> of(DesiredNodePool desired, ObservedNodePool seen) {
    var changes = new NodePoolChanges(desired, seen);
    changes.autoscaling();
    changes.config();
    changes.size();
    changes.management();
    changes.version();
    changes.locations();
    return List.copyOf(changes.found);
  }

  /** Fields that differ and that no change sets. */
  static List<String> fixed(DesiredNodePool desired, ObservedNodePool seen) {
    JsonNode wanted = desired.fields();
    JsonNode shown = seen.pool().wire();
    var names = new ArrayList<String>();
    FIXED_OF_NODES.stream()
        .filter(name -> !covers(wanted.path("config").path(name), seen.pool().config().path(name)))
        .forEach(names::add);
    if (!covers(wanted.path("maxPodsConstraint"), shown.path("maxPodsConstraint"))) {
      names.add("maxPodsPerNode");
    }
    return names;
  }

  /** GKE leaves out what is false, 0 or empty. */
  private static boolean covers(JsonNode wanted, JsonNode has) {
    return switch (wanted.getNodeType()) {
      case MISSING -> true;
      case OBJECT ->
          wanted
              .propertyStream()
              .allMatch(field -> covers(field.getValue(), has.path(field.getKey())));
      case ARRAY -> texts(wanted).equals(texts(has));
      case BOOLEAN -> wanted.booleanValue() == has.asBoolean(false);
      default -> wanted.asText().equals(has.asText(wanted.isNumber() ? "0" : ""));
    };
  }

  private static Set<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isLabelOfGke(String key) {
    return key.startsWith("sandbox.gke.io/");
  }

  private static boolean isTaintOfGke(String key) {
    return isLabelOfGke(key) || key.equals("nvidia.com/gpu");
  }

  private static boolean isMachineLabelOfGke(String key) {
    return key.startsWith("goog-");
  }

  private void autoscaling() {
    Optional<ObjectNode> want = desired.autoscaling();
    JsonNode has = pool.wire().path("autoscaling");
    boolean same =
        want.isEmpty()
            || (want.get().path("enabled").asBoolean()
                ? covers(want.get(), has)
                : !pool.isAutoscaled());
    if (!same) {
      add(
          "autoscaling",
          false,
          new NodePoolStep.SetAutoscaling(pool.name(), want.get(), differs("autoscaling")));
    }
  }

  private void config() {
    map("labels", NodePoolChanges::isLabelOfGke, false);
    taints();
    if (!texts(wanted.path("tags")).equals(texts(shown.path("tags")))) {
      ObjectNode tags = Json.MAPPER.createObjectNode();
      tags.set("tags", list(wanted.path("tags")));
      update("tags", tags, true);
    }
    map("resourceLabels", NodePoolChanges::isMachineLabelOfGke, true);
    JsonNode image = wanted.path("imageType");
    if (!image.isMissingNode()
        && !image.asText().equalsIgnoreCase(shown.path("imageType").asText(""))) {
      update("imageType", image, true);
    }
    linuxNodeConfig();
  }

  private void map(String field, Predicate<String> ofGke, boolean rolls) {
    JsonNode has = shown.path(field);
    ObjectNode all = Json.MAPPER.createObjectNode();
    has.propertyStream()
        .filter(entry -> ofGke.test(entry.getKey()))
        .forEach(entry -> all.set(entry.getKey(), entry.getValue()));
    wanted.path(field).propertyStream().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
    if (!isSame(all, has)) {
      ObjectNode labels = Json.MAPPER.createObjectNode();
      labels.set("labels", all);
      update(field, labels, rolls);
    }
  }

  /** An absent map is an empty one. */
  private static boolean isSame(JsonNode wanted, JsonNode has) {
    return wanted.isEmpty() ? has.isEmpty() : wanted.equals(has);
  }

  private void taints() {
    ArrayNode all = list(wanted.path("taints"));
    Set<String> keys =
        all.valueStream().map(taint -> taint.path("key").asText()).collect(Collectors.toSet());
    shown
        .path("taints")
        .valueStream()
        .filter(taint -> isTaintOfGke(taint.path("key").asText("")))
        .filter(taint -> !keys.contains(taint.path("key").asText("")))
        .forEach(all::add);
    if (!taintsOf(all).equals(taintsOf(shown.path("taints")))) {
      ObjectNode taints = Json.MAPPER.createObjectNode();
      taints.set("taints", all);
      update("taints", taints, false);
    }
  }

  private static Set<String> taintsOf(JsonNode list) {
    return list.valueStream()
        .map(
            taint ->
                "%s=%s:%s"
                    .formatted(
                        taint.path("key").asText(""),
                        taint.path("value").asText(""),
                        taint.path("effect").asText("")))
        .collect(Collectors.toSet());
  }

  /** Parameters are as the spec says, all others as they are: what GKE answers with is unknown. */
  private void linuxNodeConfig() {
    JsonNode want = wanted.path("linuxNodeConfig");
    JsonNode has = shown.path("linuxNodeConfig");
    boolean same =
        isSame(want.path("sysctls"), has.path("sysctls"))
            && covers(want.path("cgroupMode"), has.path("cgroupMode"));
    if (!same) {
      ObjectNode all =
          has instanceof ObjectNode there ? there.deepCopy() : Json.MAPPER.createObjectNode();
      all.remove("sysctls");
      want.propertyStream().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
      update("linuxNodeConfig", all, true);
    }
  }

  /** What the autoscaler has set stays. */
  private void size() {
    int zones = pool.zones().size();
    if (desired.size().isEmpty() || pool.isAutoscaled() || zones == 0) {
      return;
    }
    int size = desired.size().getAsInt();
    int count = size / zones;
    if (size % zones == 0 && !seen.hasOfZone(count)) {
      add(
          "size",
          false,
          new NodePoolStep.ResizeNodePool(
              pool.name(),
              count,
              Math.max(0, seen.size() - size),
              "%d nodes wanted, %d asked for".formatted(size, seen.size())));
    }
  }

  private void management() {
    if (desired.fields().path("management") instanceof ObjectNode want
        && !covers(want, pool.wire().path("management"))) {
      add(
          "management",
          false,
          new NodePoolStep.SetManagement(pool.name(), want, differs("management")));
    }
  }

  private void version() {
    Optional<KubernetesVersion> due = desired.upgrade(seen).dueVersion();
    if (due.isPresent()) {
      boolean asked = KubernetesVersion.of(desired.version()).equals(due);
      String version = asked ? desired.version() : due.get().toString();
      update("nodeVersion", Json.MAPPER.getNodeFactory().textNode(version), true);
    }
  }

  private void locations() {
    JsonNode want = desired.fields().path("locations");
    Set<String> left = texts(want);
    if (!want.isMissingNode() && !left.equals(texts(pool.wire().path("locations")))) {
      int ends =
          seen.groups().stream()
              .filter(group -> !left.contains(group.zone()))
              .mapToInt(group -> group.members().size())
              .sum();
      ObjectNode fields = Json.MAPPER.createObjectNode();
      fields.set("locations", want);
      add("locations", ends > 0, update(fields, ends, "locations"));
    }
  }

  private void update(String field, JsonNode value, boolean rolls) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.set(field, value);
    add(field, rolls, update(fields, rolls ? seen.instances().size() : 0, field));
  }

  private NodePoolStep update(ObjectNode fields, int endsInstances, String field) {
    return new NodePoolStep.UpdateNodePool(
        pool.name(), pool.etag(), fields, endsInstances, differs(field));
  }

  private void add(String field, boolean rolls, NodePoolStep step) {
    found.add(new Change(field, rolls, step));
  }

  private static String differs(String field) {
    return field + " is not what is asked for";
  }

  private static ArrayNode list(JsonNode list) {
    ArrayNode copy = Json.MAPPER.createArrayNode();
    list.forEach(copy::add);
    return copy;
  }
}
