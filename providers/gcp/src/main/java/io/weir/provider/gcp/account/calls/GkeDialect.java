package io.weir.provider.gcp.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.http.ErrorResponse;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * How Kubernetes Engine is addressed, and what its errors mean.
 *
 * @see <a href="https://cloud.google.com/apis/design/errors">Errors of Google's APIs</a>
 */
record GkeDialect(URI endpoint) implements JsonApiClient.Dialect<BearerToken> {

  /** Quotas are counted by the minute. */
  private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(30);

  /** Reasons of a refusal that passes by itself; its words are those of older answers. */
  private static final Set<String> OTHER_OPERATIONS =
      Set.of("CLUSTER_ALREADY_HAS_OPERATION", "NODE_POOL_ALREADY_HAS_OPERATION");

  private static final String WORDS_OF_OTHER_OPERATIONS = "incompatible operation";
  private static final String RIGHTS =
      "give the identity the permissions that `weir permissions gcp` prints";

  @Override
  public URI uri(BearerToken credentials, String path) {
    return URI.create(endpoint + "/v1/" + path);
  }

  @Override
  public Map<String, String> headers(BearerToken credentials, JsonRequest jsonRequest) {
    return Map.of("Authorization", "Bearer " + credentials.value());
  }

  @Override
  public ProviderException toException(JsonRequest request, JsonResponse response) {
    JsonNode error = response.body().path("error");
    String message = error.path("message").asText("");
    var said =
        new ErrorResponse(
            request, response, message.isEmpty() ? "HTTP " + response.status() : message);
    String reason = ComputeErrors.reason(error);
    return switch (error.path("status").asText("")) {
      case "RESOURCE_EXHAUSTED" ->
          said.throttled(response.retryAfter("Retry-After").orElse(DEFAULT_RETRY_AFTER));
      case "ABORTED" -> said.busy();
      case "ALREADY_EXISTS" -> said.alreadyExists();
      case "UNAUTHENTICATED" ->
          said.denied("give the identity a key or token that is valid, and mind the clock");
      case "PERMISSION_DENIED" ->
          said.denied(
              reason.equals("SERVICE_DISABLED")
                  ? "enable the Kubernetes Engine API in the project"
                  : RIGHTS);
      case "NOT_FOUND" -> isCreation(request) ? said.classifyByStatus(RIGHTS) : said.notFound();
      case "FAILED_PRECONDITION" ->
          OTHER_OPERATIONS.contains(reason) || message.contains(WORDS_OF_OTHER_OPERATIONS)
              ? said.busy()
              : said.rejected("correct the field of the pool or of its cluster that it names");
      default -> said.classifyByStatus(RIGHTS);
    };
  }

  /** What is to be made cannot be missing: what it is made in is. */
  private static boolean isCreation(JsonRequest request) {
    return request.action().endsWith(".create");
  }
}
