package io.weir.provider.oci.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CallCredentials;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonApiClient.ApiCall;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one scope. Reads are repeated when they fail for a moment, writes never. Every
 * method throws {@link ProviderException}, sorted.
 */
public final class OciClient {
  private static final String NEXT_PAGE = "opc-next-page";
  private static final String YAML = "application/x-yaml";

  private final JsonApiClient<OciSigner> api;
  private final CallCredentials<OciSigner> credentials;

  OciClient(JsonApiClient<OciSigner> api, CallCredentials<OciSigner> credentials) {
    this.api = api;
    this.credentials = credentials;
  }

  /** Reads one object, with its headers. */
  public JsonResponse get(String action, String path) throws ProviderException {
    return ReadRetry.run(() -> api.send(ApiCall.read(action, path, "")));
  }

  /**
   * Reads a list to its end. A page may be short or empty while others follow.
   *
   * @param path with a query
   */
  public List<JsonNode> list(String action, String path) throws ProviderException {
    var items = new ArrayList<JsonNode>();
    var seen = new HashSet<String>();
    String page = "";
    do {
      JsonResponse answer =
          get(action, page.isEmpty() ? path : path + "&page=" + JsonApiClient.urlEncode(page));
      if (!answer.body().isArray()) {
        throw new ProviderException.Transient(action + ": the response is not a list", null);
      }
      answer.body().forEach(items::add);
      page = answer.header(NEXT_PAGE).orElse("");
      if (!page.isEmpty() && !seen.add(page)) {
        throw new ProviderException.Transient(action + ": the pages of the list repeat", null);
      }
    } while (!page.isEmpty());
    return items;
  }

  /**
   * Makes a write, once.
   *
   * @param retryToken by which the cloud knows a repetition; empty for none
   * @param etag the state that the write is for; empty for any
   * @return the answer, with the ID of a work request in a header
   */
  public JsonResponse write(
      String action,
      String method,
      String path,
      @Nullable JsonNode body,
      String retryToken,
      String etag)
      throws ProviderException {
    Map<String, String> headers = new HashMap<>();
    if (!retryToken.isEmpty()) {
      headers.put("opc-retry-token", retryToken);
    }
    if (!etag.isEmpty()) {
      headers.put("if-match", etag);
    }
    return api.send(new ApiCall(action, method, path, headers, body, ""));
  }

  /**
   * Has a document in YAML made, once.
   *
   * @param body what is asked for
   */
  public String yaml(String action, String path, JsonNode body) throws ProviderException {
    return api.send(new ApiCall(action, "POST", path, Map.of("accept", YAML), body, ""))
        .body()
        .asText("");
  }

  /**
   * Signs the question that whoever shows it may have the cloud asked in the caller's name. It is
   * not asked.
   *
   * @param uri what a GET would ask, without a query
   * @return the same with the signature in its query; a secret
   */
  public URI presign(URI uri, Instant now) throws ProviderException {
    String query =
        credentials.current().presign(uri, now).entrySet().stream()
            .map(header -> header.getKey() + "=" + JsonApiClient.urlEncode(header.getValue()))
            .collect(Collectors.joining("&"));
    return URI.create(uri + "?" + query);
  }

  /** The work request that an answer names. */
  public static Optional<String> workRequest(JsonResponse answer) {
    return answer.header("opc-work-request-id").filter(id -> !id.isEmpty());
  }
}
