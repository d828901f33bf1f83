package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.ProviderException;
import io.weir.provider.Reads;
import io.weir.provider.Scope;
import io.weir.provider.http.JsonHttp;
import io.weir.provider.http.JsonHttp.Answer;
import io.weir.provider.scaleway.kapsule.ApiKeys.ApiKey;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls, in one scope. Every method throws {@link ProviderException}, sorted; none repeats a
 * write, except with another key when one is refused. Lists are whole or fail.
 *
 * @see <a href="https://www.scaleway.com/en/developers/api/kubernetes/">Kapsule's API</a>
 */
public final class KapsuleApi {
  private static final String STANDARD_URL = "https://api.scaleway.com";
  private static final int PAGE_SIZE = 100;
  private static final int READINGS = 3;

  private final JsonHttp http;
  private final Scope scope;
  private final ApiKeys keys;

  /** The calls in a scope whose identity is {@code Secret/namespace/name}. */
  public KapsuleApi(JsonHttp http, Context context, Scope scope) {
    this.http = http;
    this.scope = scope;
    String url = context.settings().getOrDefault("endpoint", STANDARD_URL);
    this.keys = new ApiKeys(context.secrets(), scope, url);
  }

  /** The clusters of a project with just this name. */
  public List<KapsuleCluster> clusters(String project, String name) throws ProviderException {
    // The API takes a part of a name for a match.
    String filter = "project_id=" + encoded(project) + "&name=" + encoded(name) + "&";
    return all("ListClusters", "/clusters", "clusters", filter).stream()
        .map(KapsuleCluster::of)
        .filter(cluster -> cluster.name().equals(name))
        .toList();
  }

  /** The cluster of the scope. */
  public KapsuleCluster cluster() throws ProviderException {
    return KapsuleCluster.of(send("GetCluster", "GET", cluster(""), null));
  }

  /** All pools of the scope's cluster. */
  public List<KapsulePool> pools() throws ProviderException {
    return all("ListPools", cluster("/pools"), "pools", "").stream().map(KapsulePool::of).toList();
  }

  /** All nodes of the scope's cluster. */
  public List<KapsuleNode> nodes() throws ProviderException {
    return all("ListNodes", cluster("/nodes"), "nodes", "").stream().map(KapsuleNode::of).toList();
  }

  /** Makes a pool. Asking twice makes two: names are not unique. */
  public KapsulePool create(ObjectNode pool) throws ProviderException {
    return KapsulePool.of(send("CreatePool", "POST", cluster("/pools"), pool));
  }

  /** Sets what is named and leaves the rest. */
  public KapsulePool update(String id, ObjectNode fields) throws ProviderException {
    return KapsulePool.of(send("UpdatePool", "PATCH", "/pools/" + encoded(id), fields));
  }

  /** Sets the size. */
  public KapsulePool resize(String id, int size) throws ProviderException {
    return update(id, Json.MAPPER.createObjectNode().put("size", size));
  }

  /** Replaces the nodes by such of another version, which must be the cluster's. */
  public KapsulePool upgrade(String id, String version) throws ProviderException {
    ObjectNode body = Json.MAPPER.createObjectNode().put("version", version);
    return KapsulePool.of(send("UpgradePool", "POST", "/pools/" + encoded(id) + "/upgrade", body));
  }

  /** Removes a pool with its nodes. */
  public KapsulePool delete(String id) throws ProviderException {
    return KapsulePool.of(send("DeletePool", "DELETE", "/pools/" + encoded(id), null));
  }

  private String cluster(String behind) {
    return "/clusters/" + encoded(scope.within()) + behind;
  }

  /**
   * What moves from page to page while they are read could be missed, so then all are read anew.
   */
  private List<JsonNode> all(String action, String path, String field, String filter)
      throws ProviderException {
    for (int reading = 0; reading < READINGS; reading++) {
      Map<String, JsonNode> found = new LinkedHashMap<>();
      int total = -1;
      boolean still = true;
      for (int page = 1; ; page++) {
        String query = filter + "order_by=created_at_asc&page=%d&page_size=%d";
        JsonNode body = send(action, "GET", path + "?" + query.formatted(page, PAGE_SIZE), null);
        still &= total < 0 || total == body.path("total_count").asInt();
        total = body.path("total_count").asInt();
        body.path(field).forEach(one -> found.put(one.path("id").asText(), one));
        if (found.size() >= total || body.path(field).isEmpty()) {
          break;
        }
      }
      if (still && found.size() == total) {
        return List.copyOf(found.values());
      }
    }
    throw new ProviderException.Transient(
        action + ": the list changes while it is read, or comes short", null);
  }

  private JsonNode send(String action, String method, String path, @Nullable JsonNode body)
      throws ProviderException {
    return method.equals("GET")
        ? Reads.send(() -> sendOnce(action, method, path, body))
        : sendOnce(action, method, path, body);
  }

  private JsonNode sendOnce(String action, String method, String path, @Nullable JsonNode body)
      throws ProviderException {
    ApiKey key = keys.current();
    Answer answer = exchange(action, method, path, body, key);
    if (answer.status() == 401) {
      Optional<ApiKey> other = keys.insteadOf(key);
      answer = other.isPresent() ? exchange(action, method, path, body, other.get()) : answer;
    }
    if (answer.success()) {
      return answer.body();
    }
    throw KapsuleErrors.of(action, !method.equals("GET"), answer);
  }

  private Answer exchange(
      String action, String method, String path, @Nullable JsonNode body, ApiKey key)
      throws ProviderException {
    URI uri = URI.create(key.url() + "/k8s/v1/regions/" + encoded(scope.region()) + path);
    return http.send(
        scope,
        new JsonHttp.Call(action, method, uri, body),
        Map.of("X-Auth-Token", key.secretKey()));
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }
}
