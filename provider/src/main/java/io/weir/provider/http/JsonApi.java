package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Credentials;
import io.weir.provider.ProviderException;
import io.weir.provider.Reads;
import io.weir.provider.Scope;
import io.weir.provider.http.JsonHttp.Answer;
import io.weir.provider.http.JsonHttp.Call;
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
public final class JsonApi<K> {

  /** What differs from cloud to cloud. */
  public interface Dialect<K> {

    /** The address of a path, which may include a query. */
    URI address(K credentials, String path);

    /** The headers that authenticate the caller. */
    Map<String, String> headers(K credentials);

    /** Classifies an unsuccessful response; see {@link Refusal}. */
    ProviderException sort(Call call, Answer answer);
  }

  private final JsonHttp http;
  private final Scope scope;
  private final Credentials<K> credentials;
  private final Dialect<K> dialect;

  /** The API in this scope. */
  public JsonApi(JsonHttp http, Scope scope, Credentials<K> credentials, Dialect<K> dialect) {
    this.http = http;
    this.scope = scope;
    this.credentials = credentials;
    this.dialect = dialect;
  }

  /** Encodes a text as part of a path or query. */
  public static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }

  /**
   * Reads something.
   *
   * @param action the cloud's name of the call
   * @throws ProviderException classified, that of the last attempt
   */
  public JsonNode read(String action, String path) throws ProviderException {
    return Reads.send(() -> write(action, "GET", path, null));
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
    K first = credentials.current();
    Answer answer = exchange(action, method, path, body, first);
    if (answer.status() == 401 || answer.status() == 403) {
      Optional<K> other = credentials.insteadOf(first);
      answer = other.isPresent() ? exchange(action, method, path, body, other.get()) : answer;
    }
    if (answer.success()) {
      return answer.body();
    }
    throw dialect.sort(new Call(action, method, dialect.address(first, path), body), answer);
  }

  private Answer exchange(
      String action, String method, String path, @Nullable JsonNode body, K with)
      throws ProviderException {
    var call = new Call(action, method, dialect.address(with, path), body);
    return http.send(scope, call, dialect.headers(with));
  }
}
