package io.weir.provider.oci.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonApiClient.ApiCall;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one scope. Reads are repeated when they fail for a moment, writes never. Every
 * method throws {@link ProviderException}, sorted.
 */
public final class OciClient {
  private static final String NEXT_PAGE = "opc-next-page";

  private final JsonApiClient<OciSigner> api;

  OciClient(JsonApiClient<OciSigner> api) {
    this.api = api;
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

  /** The work request that an answer names. */
  public static Optional<String> workRequest(JsonResponse answer) {
    return answer.header("opc-work-request-id").filter(id -> !id.isEmpty());
  }
}
