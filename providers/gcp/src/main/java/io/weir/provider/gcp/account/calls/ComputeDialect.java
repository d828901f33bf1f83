package io.weir.provider.gcp.account.calls;

import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** How Compute Engine is addressed and how it words its answers. */
record ComputeDialect(URI endpoint) implements JsonApiClient.Dialect<BearerToken> {

  @Override
  public URI uri(BearerToken credentials, String path) {
    return URI.create(endpoint + "/compute/v1/" + path);
  }

  @Override
  public Map<String, String> headers(BearerToken credentials, JsonRequest jsonRequest) {
    return Map.of("Authorization", "Bearer " + credentials.value());
  }

  @Override
  public ProviderException toException(JsonRequest jsonRequest, JsonResponse jsonResponse) {
    return ComputeErrors.toException(jsonRequest, jsonResponse);
  }

  /** It refuses one call too many with 403. */
  @Override
  public CallOutcome outcome(JsonResponse jsonResponse) {
    return ComputeErrors.isThrottled(jsonResponse)
        ? new CallOutcome.Throttled(jsonResponse.retryAfter("Retry-After").orElse(Duration.ZERO))
        : JsonHttpClient.outcomeByStatus(jsonResponse);
  }
}
