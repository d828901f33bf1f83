package io.weir.provider.oci.nodepool.calls;

import static io.weir.provider.http.JsonApiClient.urlEncode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.CloudScope;
import io.weir.provider.KubeconfigServer;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import io.weir.provider.oci.account.calls.OciClient;
import io.weir.provider.oci.nodepool.NodeImages;
import io.weir.provider.oci.nodepool.NodePool;
import io.weir.provider.oci.nodepool.OkeCluster;
import io.weir.provider.oci.nodepool.OkeEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The calls to OKE in the cluster of one scope. Writes are accepted with the ID of a work request;
 * only a look tells what became of them.
 *
 * @param client the client of the scope
 * @param cloudScope the compartment and the cluster
 * @see <a href="https://docs.oracle.com/en-us/iaas/api/#/en/containerengine/20180222/">API</a>
 */
public record NodePoolCalls(OciClient client, CloudScope cloudScope) {
  private static final String API = "/20180222";
  private static final String CLUSTERS = API + "/clusters/";
  private static final String POOLS = API + "/nodePools";

  /** The cluster of the scope. */
  public OkeCluster cluster() throws ProviderException {
    return OkeCluster.of(clusterDocument());
  }

  private JsonNode clusterDocument() throws ProviderException {
    String id = cloudScope.parentId();
    JsonNode found = client.get("GetCluster", CLUSTERS + urlEncode(id)).body();
    if (!id.equals(found.path("id").asText())) {
      throw new ProviderException.Transient("GetCluster: the response is not the cluster", null);
    }
    return found;
  }

  /**
   * The cluster of the scope, as OKE describes it.
   *
   * @throws ProviderException if there is none, or it cannot be used now
   */
  JsonNode usableCluster() throws ProviderException {
    JsonNode found = clusterDocument();
    OkeCluster cluster = OkeCluster.of(found);
    if (!cluster.isUsable()) {
      throw new ProviderException.Busy(
          "OKE cluster %s is %s; it can be used once it is ACTIVE"
              .formatted(cluster.id(), cluster.state()),
          null);
    }
    return found;
  }

  /** The API server of the cluster, by an address of this kind. */
  KubeconfigServer server(OkeEndpoint.Kind kind) throws ProviderException {
    ObjectNode asked = Json.MAPPER.createObjectNode();
    asked.put("tokenVersion", "2.0.0").put("endpoint", kind.name());
    String action = "CreateKubeconfig";
    String path = CLUSTERS + urlEncode(cloudScope.parentId()) + "/kubeconfig/content";
    return KubeconfigServer.of(action, client.yaml(action, path, asked));
  }

  /** The node pools that are asked for and not gone, with their nodes, which no list has. */
  public List<NodePool> pools(ObservationRequest request) throws ProviderException {
    String query =
        "?compartmentId=%s&clusterId=%s&limit=1000"
            .formatted(urlEncode(cloudScope.account()), urlEncode(cloudScope.parentId()));
    var pools = new ArrayList<NodePool>();
    for (JsonNode listed : client.list("ListNodePools", POOLS + query)) {
      NodePool summary = NodePool.of(listed, "");
      boolean asked =
          switch (request) {
            case ObservationRequest.All _ -> true;
            case ObservationRequest.Only only -> only.cloudNames().contains(summary.name());
          };
      if (asked && !summary.isDeleted()) {
        find(summary.id()).filter(pool -> !pool.isDeleted()).ifPresent(pools::add);
      }
    }
    return pools;
  }

  private Optional<NodePool> find(String id) throws ProviderException {
    return ProviderException.NotFound.asEmpty(
        () -> {
          NodePool pool = NodePool.of(client.get("GetNodePool", pool(id)));
          if (!pool.id().equals(id)) {
            throw new ProviderException.Transient(
                "GetNodePool: the response is not the node pool", null);
          }
          return pool;
        });
  }

  /** The images that OKE offers for nodes of the cluster. */
  public NodeImages images() throws ProviderException {
    return NodeImages.of(
        client
            .get(
                "GetNodePoolOptions",
                "%s/nodePoolOptions/%s?compartmentId=%s"
                    .formatted(
                        API, urlEncode(cloudScope.parentId()), urlEncode(cloudScope.account())))
            .body());
  }

  /**
   * Creates a node pool. Asking twice with another token makes two: names are not unique.
   *
   * @return OCID of the node pool, if OKE tells it at once
   */
  public Optional<String> create(ObjectNode fields, String retryToken) throws ProviderException {
    JsonResponse answer = client.write("CreateNodePool", "POST", POOLS, fields, retryToken, "");
    return OciClient.workRequest(answer).flatMap(this::made);
  }

  /** The creation has succeeded, whatever becomes of the question for its result. */
  private Optional<String> made(String workRequest) {
    try {
      return client
          .get("GetWorkRequest", API + "/workRequests/" + urlEncode(workRequest))
          .body()
          .path("resources")
          .valueStream()
          .filter(each -> each.path("entityType").asText("").equalsIgnoreCase("nodepool"))
          .map(each -> each.path("identifier").asText(""))
          .filter(id -> !id.isEmpty())
          .findFirst();
    } catch (ProviderException _) {
      return Optional.empty();
    }
  }

  /** Sets what is named and leaves the rest. */
  public void update(String id, String etag, ObjectNode fields) throws ProviderException {
    JsonResponse _ = client.write("UpdateNodePool", "PUT", pool(id), fields, "", etag);
  }

  /** Sets the size. */
  public void resize(String id, String etag, int size) throws ProviderException {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.putObject("nodeConfigDetails").put("size", size);
    update(id, etag, fields);
  }

  /** Removes a node; with {@code shrink} the size falls with it, else OKE makes another. */
  public void deleteNode(String id, String node, boolean shrink) throws ProviderException {
    String path = "%s/node/%s?isDecrementSize=%s".formatted(pool(id), urlEncode(node), shrink);
    JsonResponse _ = client.write("DeleteNode", "DELETE", path, null, "", "");
  }

  /** Removes a node pool with its nodes. */
  public void delete(String id, String etag) throws ProviderException {
    JsonResponse _ = client.write("DeleteNodePool", "DELETE", pool(id), null, "", etag);
  }

  private static String pool(String id) {
    return POOLS + "/" + urlEncode(id);
  }
}
