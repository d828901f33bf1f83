package io.weir.provider.gcp.nodepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.FoundCluster;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.calls.GcpSessions.GkeSession;
import io.weir.provider.gcp.account.calls.GkeClient;
import io.weir.provider.gcp.group.calls.GroupCalls;
import io.weir.provider.gcp.nodepool.ApiServer;
import java.util.List;
import java.util.Set;

/** Looks a GKE cluster up, with what CAPG's controllers would say of it. */
public final class ClusterLookup {

  private static final Set<String> USABLE = Set.of("RUNNING", "RECONCILING", "DEGRADED");

  private ClusterLookup() {}

  /** Asks GKE for the cluster, and Compute Engine for the zones of its region. */
  public static FoundCluster find(GkeSession session) throws ProviderException {
    JsonNode cluster = described(session.cluster());
    ApiServer server = server(cluster);
    List<String> zones = new GroupCalls(session.machines()).zones();
    String version = cluster.path("currentMasterVersion").asText("").replaceFirst("-gke\\..*$", "");
    return new FoundCluster(
        server.address().getHost(),
        server.port(),
        version,
        "",
        _ -> {},
        status -> status.put("currentVersion", version),
        _ -> {},
        status -> setFailureDomains(status, zones));
  }

  /**
   * The cluster, with an API server.
   *
   * @throws ProviderException if there is none, or GKE is still making it
   */
  static JsonNode described(GkeClient client) throws ProviderException {
    JsonNode cluster =
        new NodePoolCalls(client)
            .cluster()
            .orElseThrow(
                () ->
                    new ProviderException.NotFound(
                        "GKE has no cluster %s; correct spec.project, spec.location and spec.clusterName of the GCPManagedControlPlane"
                            .formatted(client.scope().path()),
                        null));
    String status = cluster.path("status").asText("");
    if (!USABLE.contains(status)) {
      throw new ProviderException.Busy(
          "GKE cluster %s is %s; it can be used once it is RUNNING"
              .formatted(client.scope().cluster(), status),
          null);
    }
    return cluster;
  }

  /**
   * Its API server.
   *
   * @throws ProviderException.Rejected if it has no address that clients may use
   */
  static ApiServer server(JsonNode cluster) throws ProviderException {
    String name = cluster.path("name").asText("");
    return ApiServer.of(cluster)
        .orElseThrow(
            () ->
                new ProviderException.Rejected(
                    "GKE cluster %s can be reached neither by an IP address nor by its name: let clients in by one of them, with gcloud container clusters update %s --enable-dns-access, for example"
                        .formatted(name, name),
                    null));
  }

  private static void setFailureDomains(ObjectNode status, List<String> zones) {
    ObjectNode domains = status.putObject("failureDomains");
    zones.forEach(domains::putObject);
  }
}
