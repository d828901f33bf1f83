package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.SecretCredentials;
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

    /** The headers that authenticate the caller. */
    Map<String, String> headers(K credentials);

    /** Classifies an unsuccessful response; see {@link ErrorResponse}. */
    ProviderException toException(JsonRequest jsonRequest, JsonResponse jsonResponse);
  }

  private final JsonHttpClient http;
  private final CloudScope cloudScope;
  private final SecretCredentials<K> secretCredentials;
  private final Dialect<K> dialect;

  /** The API in this scope. */
  public JsonApiClient(
      JsonHttpClient http,
      CloudScope cloudScope,
      SecretCredentials<K> secretCredentials,
      Dialect<K> dialect) {
    this.http = http;
    this.cloudScope = cloudScope;
    this.secretCredentials = secretCredentials;
    this.dialect = dialect;
  }

  /** Encodes a text as part of a path or query. */
  public static String urlEncode(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
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
    K first = secretCredentials.current();
    JsonResponse jsonResponse = exchange(action, method, path, body, first);
    if (jsonResponse.status() == 401 || jsonResponse.status() == 403) {
      Optional<K> other = secretCredentials.replacementFor(first);
      jsonResponse =
          other.isPresent() ? exchange(action, method, path, body, other.get()) : jsonResponse;
    }
    if (jsonResponse.isSuccess()) {
      return jsonResponse.body();
    }
    throw dialect.toException(
        new JsonRequest(action, method, dialect.uri(first, path), body), jsonResponse);
  }

  private JsonResponse exchange(
      String action, String method, String path, @Nullable JsonNode body, K with)
      throws ProviderException {
    var jsonRequest = new JsonRequest(action, method, dialect.uri(with, path), body);
    return http.send(cloudScope, jsonRequest, dialect.headers(with));
  }
}
