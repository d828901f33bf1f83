package io.weir.sandbox.cloud.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.container.ContainerEngine;
import io.weir.clouds.gcp.container.NodeUpdate;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The clusters of a simulated Kubernetes Engine, all of which are this sandbox's API server: made
 * as the objects say that name them, and told of there. Safe for concurrent use.
 */
final class GkeClusters {
  /** The kind that names a cluster. */
  static final GroupKind CONTROL_PLANE =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "GCPManagedControlPlane");

  /** The kind that names its network, and whose credentials are used. */
  static final GroupKind CLUSTER =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "GCPManagedCluster");

  /** Versions that name a patch; others are left to Google. */
  private static final Pattern VERSION = Pattern.compile("v?1\\.\\d{1,3}\\.\\d{1,3}(-gke\\.\\d+)?");

  private static final int LONGEST_NAME = 40;

  private final GcpCloud simulator;
  private final String version;
  private final WorkloadEndpoint endpoint;

  /**
   * None yet.
   *
   * @param version of clusters that name none, such as {@code v1.35.4}
   */
  GkeClusters(GcpCloud simulator, String version, WorkloadEndpoint endpoint) {
    this.simulator = simulator;
    this.version = version;
    this.endpoint = endpoint;
  }

  /** What the controllers of both kinds do. */
  List<ForeignController.Role> roles() {
    return List.of(
        new ForeignController.Role(CONTROL_PLANE, this::complete, this::report),
        new ForeignController.Role(
            CLUSTER,
            tree -> endpoint.writeInto(tree.withObject("/spec"), "controlPlaneEndpoint"),
            this::reportNetwork));
  }

  private void complete(ObjectNode controlPlane) {
    ObjectNode spec = controlPlane.withObject("/spec");
    if (spec.path("clusterName").asText("").isEmpty()) {
      String name =
          controlPlane.at("/metadata/namespace").asText()
              + "-"
              + controlPlane.at("/metadata/name").asText();
      String fitting =
          name.length() < LONGEST_NAME ? name : "capg-" + Integer.toHexString(name.hashCode());
      spec.put("clusterName", fitting.replace('.', '-'));
    }
    endpoint.writeInto(spec, "endpoint");
  }

  private void report(ApiObject controlPlane, ObjectNode status) {
    String project = controlPlane.at("/spec/project").asText();
    if (!simulator.seedData().projects().contains(project)) {
      return;
    }
    String asked =
        List.of("controlPlaneVersion", "version").stream()
            .map(field -> controlPlane.spec().path(field).asText(""))
            .filter(text -> VERSION.matcher(text).matches())
            .findFirst()
            .orElse(version);
    ContainerEngine engine = simulator.engine(project);
    String location = controlPlane.at("/spec/location").asText();
    String name = controlPlane.at("/spec/clusterName").asText();
    URI server = URI.create(endpoint.server());
    engine.addCluster(
        location, name, asked, server.getAuthority(), endpoint.certificateAuthority());
    engine.upgrade(location, name, asked);
    String runs = asked.replaceFirst("^v", "").replaceFirst("-gke\\..*$", "");
    status.put("ready", true).put("initialized", true);
    status.put("currentVersion", runs).put("version", "v" + runs);
  }

  private void reportNetwork(ApiObject cluster, ObjectNode status) {
    status.put("ready", true);
    simulator
        .seedData()
        .regions()
        .getOrDefault(cluster.at("/spec/region").asText(), List.of())
        .forEach(
            zone -> status.withObject("/failureDomains").putObject(zone).put("controlPlane", true));
  }

  /** What Kubernetes Engine does to a Node whose pool has other labels or taints by now. */
  static void update(NodeUpdate update, ObjectNode node) {
    ObjectNode labels = node.withObject("/metadata/labels");
    update.before().path("labels").fieldNames().forEachRemaining(labels::remove);
    update
        .after()
        .path("labels")
        .properties()
        .forEach(label -> labels.set(label.getKey(), label.getValue()));
    Set<String> former =
        update
            .before()
            .path("taints")
            .valueStream()
            .map(GkeClusters::id)
            .collect(Collectors.toSet());
    List<JsonNode> others =
        node.at("/spec/taints")
            .valueStream()
            .filter(
                taint ->
                    !former.contains(taint.path("key").asText() + taint.path("effect").asText()))
            .toList();
    var taints = node.withObject("/spec").putArray("taints");
    others.forEach(taints::add);
    for (JsonNode taint : update.after().path("taints")) {
      taints
          .addObject()
          .put("key", taint.path("key").asText())
          .put("value", taint.path("value").asText())
          .put("effect", effect(taint));
    }
  }

  private static String id(JsonNode taint) {
    return taint.path("key").asText() + effect(taint);
  }

  /** NoSchedule for NO_SCHEDULE. */
  private static String effect(JsonNode taint) {
    return List.of(taint.path("effect").asText().split("_", -1)).stream()
        .map(word -> word.substring(0, 1) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }
}
