package io.weir.provider.scaleway.calls;

import static io.weir.provider.http.JsonApiClient.urlEncode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.ApiAddresses;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials;
import io.weir.provider.SecretReader;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.http.PageReader;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.util.List;

/**
 * The calls, in one scope. Every method throws {@link ProviderException}, sorted; none repeats a
 * write, except with another key when one is refused. Lists are whole or fail.
 *
 * @see <a href="https://www.scaleway.com/en/developers/api/kubernetes/">Kapsule's API</a>
 */
public final class KapsuleClient {
  private final JsonApiClient<ScalewayApiKey> api;
  private final String cluster;

  /**
   * The calls in a scope whose identity is a Secret.
   *
   * @param apiAddresses that the Secret may name
   */
  public KapsuleClient(
      JsonHttpClient http, SecretReader secrets, ApiAddresses apiAddresses, CloudScope cloudScope) {
    var keys =
        new SecretCredentials<>(
            secrets, cloudScope, secret -> ScalewayApiKey.of(secret, apiAddresses));
    var dialect = new KapsuleDialect(cloudScope.region(), keys.secretKey());
    this.api = new JsonApiClient<>(http, cloudScope, keys, dialect);
    this.cluster = "/clusters/" + urlEncode(cloudScope.parentId());
  }

  /** The clusters of a project with just this name. */
  public List<KapsuleCluster> clusters(String project, String name) throws ProviderException {
    // The API takes a part of a name for a match.
    String filter = "project_id=" + urlEncode(project) + "&name=" + urlEncode(name) + "&";
    return all("ListClusters", "/clusters", "clusters", filter).stream()
        .map(KapsuleCluster::of)
        .filter(cluster -> cluster.name().equals(name))
        .toList();
  }

  /** The cluster of the scope. */
  public KapsuleCluster cluster() throws ProviderException {
    JsonNode found = api.read("GetCluster", cluster);
    if (!cluster.endsWith("/" + found.path("id").asText())) {
      throw new ProviderException.Transient("GetCluster: the response is not a cluster", null);
    }
    return KapsuleCluster.of(found);
  }

  /** All pools of the scope's cluster. */
  public List<KapsulePool> pools() throws ProviderException {
    return all("ListPools", cluster + "/pools", "pools", "").stream().map(KapsulePool::of).toList();
  }

  /** All nodes of the scope's cluster. */
  public List<KapsuleNode> nodes() throws ProviderException {
    return all("ListNodes", cluster + "/nodes", "nodes", "").stream().map(KapsuleNode::of).toList();
  }

  /** Makes a pool. Asking twice makes two: names are not unique. */
  public KapsulePool create(ObjectNode pool) throws ProviderException {
    return KapsulePool.of(api.write("CreatePool", "POST", cluster + "/pools", pool));
  }

  /** Sets what is named and leaves the rest. */
  public KapsulePool update(String id, ObjectNode fields) throws ProviderException {
    return KapsulePool.of(api.write("UpdatePool", "PATCH", pool(id), fields));
  }

  /** Sets all its tags. */
  public KapsulePool tag(String id, List<String> tags) throws ProviderException {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    tags.forEach(fields.putArray("tags")::add);
    return update(id, fields);
  }

  /** Sets the size. */
  public KapsulePool resize(String id, int size) throws ProviderException {
    return update(id, Json.MAPPER.createObjectNode().put("size", size));
  }

  /** Replaces the nodes by such of another version, which must be the cluster's. */
  public KapsulePool upgrade(String id, String version) throws ProviderException {
    ObjectNode body = Json.MAPPER.createObjectNode().put("version", version);
    return KapsulePool.of(api.write("UpgradePool", "POST", pool(id) + "/upgrade", body));
  }

  /** Removes a pool with its nodes. */
  public KapsulePool delete(String id) throws ProviderException {
    return KapsulePool.of(api.write("DeletePool", "DELETE", pool(id), null));
  }

  private static String pool(String id) {
    return "/pools/" + urlEncode(id);
  }

  private List<JsonNode> all(String action, String path, String field, String filter)
      throws ProviderException {
    String query = path + "?" + filter + "order_by=created_at_asc&page_size=100&page=";
    return PageReader.readAll(
        action,
        "id",
        number -> {
          JsonNode body = api.read(action, query + number);
          return new PageReader.Page(body.path(field), body.path("total_count").asInt(-1));
        });
  }
}
