package io.weir.provider.gcp.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CallCredentials;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.GkeScope;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Kubernetes Engine for one cluster. Reads that fail for a moment are repeated, writes never.
 * Actions are named as in Google's discovery document, without {@code
 * container.projects.locations.}
 *
 * @see <a href="https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1">Kubernetes
 *     Engine API</a>
 */
public final class GkeClient {

  /** How all actions begin. */
  static final String PREFIX = "clusters.";

  private final GkeScope gkeScope;
  private final JsonApiClient<BearerToken> api;

  GkeClient(
      JsonHttpClient http,
      CloudScope scope,
      GkeScope gkeScope,
      URI endpoint,
      CallCredentials<BearerToken> credentials) {
    this.gkeScope = gkeScope;
    this.api = new JsonApiClient<>(http, scope, credentials, new GkeDialect(endpoint));
  }

  /** The cluster. */
  public GkeScope scope() {
    return gkeScope;
  }

  /**
   * Reads something.
   *
   * @param below its path within the cluster; empty for the cluster itself
   * @throws ProviderException classified; {@code NotFound} if there is none
   */
  public JsonNode get(String action, String below) throws ProviderException {
    return api.read(action, gkeScope.path() + below);
  }

  /**
   * Makes a write. Accepted is not done: what it is made to shows how far it is.
   *
   * @param below the path within the cluster
   * @throws ProviderException classified; {@code Busy} while another operation runs
   */
  public void write(String action, String method, String below, @Nullable JsonNode body)
      throws ProviderException {
    JsonNode _ = api.write(action, method, gkeScope.path() + below, body);
  }
}
