package io.weir.provider.gcp.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CallCredentials;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.gcp.account.GcpScope;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Compute Engine in one scope. Reads that fail for a moment are repeated, writes never. Actions are
 * named as in Google's discovery document, without {@code compute.}
 *
 * @see <a href="https://cloud.google.com/compute/docs/reference/rest/v1">Compute Engine API</a>
 */
public final class ComputeClient {

  /** How the actions end that make something. */
  static final String INSERT = ".insert";

  private static final int PAGE = 500;
  private static final int MOST_PAGES = 200;

  private final GcpScope gcpScope;
  private final JsonApiClient<BearerToken> api;

  ComputeClient(
      JsonHttpClient http,
      CloudScope scope,
      GcpScope gcpScope,
      URI endpoint,
      CallCredentials<BearerToken> credentials) {
    this.gcpScope = gcpScope;
    this.api = new JsonApiClient<>(http, scope, credentials, new ComputeDialect(endpoint));
  }

  /** Where its calls are made. */
  public GcpScope scope() {
    return gcpScope;
  }

  private String path(String below) {
    return "projects/" + gcpScope.project() + "/" + below;
  }

  /**
   * Reads something.
   *
   * @param below its path within the project
   * @throws ProviderException classified; {@code NotFound} if there is none
   */
  public JsonNode get(String action, String below) throws ProviderException {
    return api.read(action, path(below));
  }

  /** What makes something of a page of a list. */
  @FunctionalInterface
  public interface PageConsumer {

    /**
     * Takes a page.
     *
     * @throws ProviderException if nothing of the list counts
     */
    void accept(JsonNode page) throws ProviderException;
  }

  /**
   * Reads a list to its end.
   *
   * @param method GET, or POST where a list is asked for so
   * @param query further parameters, such as {@code fields=items}; may be empty
   * @throws ProviderException classified; {@code Transient} if the list does not end
   */
  public void list(String action, String method, String below, String query, PageConsumer consumer)
      throws ProviderException {
    Set<String> read = new HashSet<>();
    String token = "";
    do {
      String page =
          path(below)
              + "?maxResults="
              + PAGE
              + (query.isEmpty() ? "" : "&" + query)
              + (token.isEmpty() ? "" : "&pageToken=" + JsonApiClient.urlEncode(token));
      JsonNode body = ReadRetry.run(() -> readPage(action, method, page));
      consumer.accept(body);
      token = body.path("nextPageToken").asText("");
      if (!token.isEmpty() && (!read.add(token) || read.size() > MOST_PAGES)) {
        throw new ProviderException.Transient(action + ": the list does not end", null);
      }
    } while (!token.isEmpty());
  }

  /** A read by POST changes nothing, so that its outcome is never in doubt. */
  private JsonNode readPage(String action, String method, String page) throws ProviderException {
    try {
      return api.write(action, method, page, null);
    } catch (ProviderException.Ambiguous unanswered) {
      throw new ProviderException.Transient(String.valueOf(unanswered.getMessage()), unanswered);
    }
  }

  /**
   * The items of a list.
   *
   * @param field that holds them
   * @throws ProviderException classified
   */
  public List<JsonNode> items(
      String action, String method, String below, String query, String field)
      throws ProviderException {
    var items = new ArrayList<JsonNode>();
    list(action, method, below, query, page -> page.path(field).forEach(items::add));
    return items;
  }

  /**
   * Makes a write.
   *
   * @param below the path within the project, which may include a query
   * @param requestId by which Compute Engine knows a repetition
   * @return the operation that does it
   * @throws ProviderException classified
   */
  public ComputeOperation write(
      String action, String method, String below, @Nullable JsonNode body, UUID requestId)
      throws ProviderException {
    String query = (below.contains("?") ? "&" : "?") + "requestId=" + requestId;
    JsonNode answer = api.write(action, method, path(below) + query, body);
    return ComputeOperation.read(action, answer);
  }

  /**
   * Asks once how far a write is.
   *
   * @throws ProviderException classified; {@code NotFound} if it is forgotten
   */
  public ComputeOperation follow(ComputeOperation operation) throws ProviderException {
    JsonNode answer = get(operation.followAction(), operation.path());
    return ComputeOperation.read(operation.action(), answer);
  }
}
