package io.weir.provider.gcp.nodepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.calls.GkeClient;
import java.util.Optional;

/**
 * The calls to GKE for one cluster. Writes are accepted, and no more: the node pool shows how far
 * they are.
 *
 * @param client the client of the scope
 */
public record NodePoolCalls(GkeClient client) {

  private static final String POOLS = "/nodePools";

  /**
   * The cluster with all of its node pools; empty if there is none.
   *
   * @throws ProviderException if it could not be read
   */
  public Optional<JsonNode> cluster() throws ProviderException {
    Optional<JsonNode> found =
        ProviderException.NotFound.asEmpty(() -> client.get("clusters.get", ""));
    String name = client.scope().cluster();
    if (found.isPresent() && !found.get().path("name").asText("").equals(name)) {
      throw new ProviderException.Transient(
          "clusters.get: the response is not cluster " + name, null);
    }
    return found;
  }

  /** Creates a node pool; its name is taken from then on. */
  public void create(ObjectNode body) throws ProviderException {
    client.write("clusters.nodePools.create", "POST", POOLS, body);
  }

  /**
   * Sets what is named and leaves the rest.
   *
   * @param etag the state that it is meant for; empty for any
   */
  public void update(String name, String etag, ObjectNode fields) throws ProviderException {
    ObjectNode body = fields.deepCopy();
    if (!etag.isEmpty()) {
      body.put("etag", etag);
    }
    client.write("clusters.nodePools.update", "PUT", pool(name), body);
  }

  /**
   * Sets what has a call of its own.
   *
   * @param verb such as {@code setSize}
   */
  public void set(String name, String verb, ObjectNode body) throws ProviderException {
    client.write("clusters.nodePools." + verb, "POST", pool(name) + ":" + verb, body);
  }

  /** Removes a node pool with its nodes. */
  public void delete(String name) throws ProviderException {
    client.write("clusters.nodePools.delete", "DELETE", pool(name), null);
  }

  private static String pool(String name) {
    return POOLS + "/" + name;
  }
}
