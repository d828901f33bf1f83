package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Excerpt;
import java.util.List;
import java.util.Set;

/**
 * A node pool as GKE shows it.
 *
 * @see <a
 *     href="https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/projects.locations.clusters.nodePools">Node
 *     pools</a>
 * @param wire all fields; not to be changed
 */
public record NodePool(ObjectNode wire) {

  static final String PROVISIONING = "PROVISIONING";
  static final String RUNNING = "RUNNING";
  static final String RECONCILING = "RECONCILING";
  static final String STOPPING = "STOPPING";

  /** What takes a change; a pool with errors may be healed by one. */
  private static final Set<String> CHANGEABLE = Set.of(RUNNING, "RUNNING_WITH_ERROR", "ERROR");

  /** Its name. */
  public String name() {
    return wire.path("name").asText("");
  }

  /** How it is, in GKE's word. */
  public String status() {
    return wire.path("status").asText("");
  }

  /** What a write for just this state names; empty if it is not told. */
  String etag() {
    return wire.path("etag").asText("");
  }

  JsonNode config() {
    return wire.path("config");
  }

  /** The value of a label of its Nodes; empty without it. */
  public String label(String key) {
    return config().path("labels").path(key).asText("");
  }

  /** Whether its machines have a label. */
  public boolean hasMachineLabel(String key, String value) {
    return config().path("resourceLabels").path(key).asText("").equals(value);
  }

  /** Version of new nodes, such as {@code 1.33.1-gke.100}. */
  String version() {
    return wire.path("version").asText("");
  }

  /** The zones of its nodes, sorted. */
  List<String> zones() {
    return wire.path("locations").valueStream().map(JsonNode::asText).sorted().toList();
  }

  /** Addresses of the managed instance groups that its nodes are in. */
  public List<String> groupUrls() {
    return wire.path("instanceGroupUrls").valueStream().map(JsonNode::asText).toList();
  }

  /** Whether GKE's autoscaler sizes it. */
  boolean isAutoscaled() {
    return wire.path("autoscaling").path("enabled").asBoolean(false);
  }

  boolean isDeleting() {
    return status().equals(STOPPING);
  }

  /** Whether GKE takes a change now. */
  boolean isChangeable() {
    return CHANGEABLE.contains(status());
  }

  /** Whether it works and nothing is done to it, so that it has its groups. */
  public boolean isRunning() {
    return status().startsWith(RUNNING);
  }

  /** What GKE says of its state, with the remedy where one is known. */
  List<String> troubles() {
    List<String> told =
        wire.path("conditions")
            .valueStream()
            .map(each -> trouble(each.path("code").asText(""), each.path("message").asText("")))
            .toList();
    boolean silent = told.isEmpty() && status().endsWith("ERROR");
    return silent ? List.of(trouble(status(), wire.path("statusMessage").asText(""))) : told;
  }

  private static String trouble(String code, String message) {
    return Excerpt.of(code)
        + (message.isEmpty() ? "" : ": " + Excerpt.ofSentence(message))
        + NodeFailures.remedy(code);
  }
}
