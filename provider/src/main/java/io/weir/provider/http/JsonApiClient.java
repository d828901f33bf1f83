package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CallCredentials;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cloud's API in one scope. Retries reads that fail briefly, but never a write, except with other
 * credentials after some were refused: a refused write has had no effect.
 *
 * @param <K> the cloud's credential type
 */
public final class JsonApiClient<K> {

  /** What differs from cloud to cloud. */
  public interface Dialect<K> {

    /** The address of a path, which may include a query. */
    URI uri(K credentials, String path);

    /**
     * The headers that authenticate the caller.
     *
     * @param jsonRequest the request as it will be sent, for clouds that want it signed; {@link
     *     JsonRequest#content} is its body
     * @throws ProviderException if the credentials cannot be used, classified
     */
    Map<String, String> headers(K credentials, JsonRequest jsonRequest) throws ProviderException;

    /** Classifies an unsuccessful response; see {@link ErrorResponse}. */
    ProviderException toException(JsonRequest jsonRequest, JsonResponse jsonResponse);

    /** What an answer says of the cloud's limits; by default its status does. */
    default CallOutcome outcome(JsonResponse jsonResponse) {
      return JsonHttpClient.outcomeByStatus(jsonResponse);
    }
  }

  private final JsonHttpClient http;
  private final CloudScope cloudScope;
  private final CallCredentials<K> callCredentials;
  private final Dialect<K> dialect;

  /** The API in this scope. */
  public JsonApiClient(
      JsonHttpClient http,
      CloudScope cloudScope,
      CallCredentials<K> callCredentials,
      Dialect<K> dialect) {
    this.http = http;
    this.cloudScope = cloudScope;
    this.callCredentials = callCredentials;
    this.dialect = dialect;
  }

  /** Encodes a text as part of a path or query. */
  public static String urlEncode(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }

  /**
   * A call.
   *
   * @param action the cloud's name of it
   * @param method the HTTP method; {@code GET} changes nothing
   * @param path the path, which may include a query
   * @param headers what it says beside the credentials, such as {@code If-Match}; no secret
   * @param body what to send; null for nothing
   * @param object the object by which the cloud counts such calls; empty for none
   */
  public record ApiCall(
      String action,
      String method,
      String path,
      Map<String, String> headers,
      @Nullable JsonNode body,
      String object) {

    /** A read that the cloud counts by this object. */
    public static ApiCall read(String action, String path, String object) {
      return new ApiCall(action, "GET", path, Map.of(), null, object);
    }
  }

  /**
   * Reads something.
   *
   * @param action the cloud's name of the call
   * @throws ProviderException classified, that of the last attempt
   */
  public JsonNode read(String action, String path) throws ProviderException {
    return ReadRetry.run(() -> write(action, "GET", path, null));
  }

  /**
   * Makes a write, once.
   *
   * @param action the cloud's name of the call
   * @param method the HTTP method
   * @param body what to send; null for nothing
   * @return the response; a missing node if it has no body
   * @throws ProviderException classified
   */
  public JsonNode write(String action, String method, String path, @Nullable JsonNode body)
      throws ProviderException {
    return send(new ApiCall(action, method, path, Map.of(), body, "")).body();
  }

  /**
   * Makes a call, once, and returns all of its answer.
   *
   * @throws ProviderException classified
   */
  public JsonResponse send(ApiCall apiCall) throws ProviderException {
    K first = callCredentials.current();
    JsonResponse jsonResponse = exchange(apiCall, first);
    if (jsonResponse.status() == 401 || jsonResponse.status() == 403) {
      Optional<K> other = callCredentials.replacementFor(first);
      jsonResponse = other.isPresent() ? exchange(apiCall, other.get()) : jsonResponse;
    }
    if (jsonResponse.isSuccess()) {
      return jsonResponse;
    }
    throw dialect.toException(request(apiCall, first), jsonResponse);
  }

  private JsonResponse exchange(ApiCall apiCall, K with) throws ProviderException {
    JsonRequest jsonRequest = request(apiCall, with);
    return http.send(cloudScope, jsonRequest, dialect.headers(with, jsonRequest), dialect::outcome);
  }

  private JsonRequest request(ApiCall apiCall, K with) {
    return new JsonRequest(
        apiCall.action(),
        apiCall.method(),
        dialect.uri(with, apiCall.path()),
        apiCall.headers(),
        apiCall.body(),
        apiCall.object());
  }
}
