package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A GKE cluster as far as its node pools go by it.
 *
 * @see <a
 *     href="https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/projects.locations.clusters">Clusters</a>
 * @param name its name
 * @param status such as {@code RUNNING}
 * @param version of its control plane, such as {@code 1.33.1-gke.100}
 * @param zones where nodes are by default, sorted
 * @param autopilot whether GKE has all node pools to itself
 */
public record GkeCluster(
    String name, String status, String version, List<String> zones, boolean autopilot) {

  private static final Set<String> COMING = Set.of("PROVISIONING", "STATUS_UNSPECIFIED", "");

  public GkeCluster {
    zones = zones.stream().sorted().toList();
  }

  /** Asks for the cluster of a scope. */
  public record Query() implements CloudQuery {
    @Override
    public Duration maxAge() {
      return Duration.ofMinutes(1);
    }
  }

  /** The cluster; empty if there is none. */
  public record Found(Optional<GkeCluster> cluster) implements QueryResult {}

  /** A cluster as an answer of GKE has it. */
  public static GkeCluster of(JsonNode wire) {
    return new GkeCluster(
        wire.path("name").asText(""),
        wire.path("status").asText(""),
        wire.path("currentMasterVersion").asText(""),
        wire.path("locations").valueStream().map(JsonNode::asText).toList(),
        wire.path("autopilot").path("enabled").asBoolean(false));
  }

  /** Whether it takes node pools: not yet, or no more, if not. */
  boolean takesPools() {
    return !COMING.contains(status) && !status.equals("STOPPING");
  }
}
