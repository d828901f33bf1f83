package io.weir.provider.azure.account.calls;

import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.util.Map;
import java.util.Objects;

/**
 * How Azure Resource Manager is called.
 *
 * @param resourceManager its address
 */
record ArmDialect(URI resourceManager) implements JsonApiClient.Dialect<BearerToken> {

  /** Who sees the token is decided here: whatever a path is made of, it names no other host. */
  @Override
  public URI uri(BearerToken token, String path) {
    URI uri = URI.create(resourceManager + path);
    boolean same =
        Objects.equals(uri.getScheme(), resourceManager.getScheme())
            && Objects.equals(uri.getRawAuthority(), resourceManager.getRawAuthority());
    if (!same) {
      throw new IllegalArgumentException("the path of a call names a host");
    }
    return uri;
  }

  @Override
  public Map<String, String> headers(BearerToken token, JsonRequest jsonRequest) {
    return Map.of("Authorization", "Bearer " + token.value());
  }

  @Override
  public ProviderException toException(JsonRequest jsonRequest, JsonResponse jsonResponse) {
    return AzureErrors.toProviderException(jsonRequest, jsonResponse);
  }

  @Override
  public CallOutcome outcome(JsonResponse jsonResponse) {
    return AzureCallLimits.outcome(jsonResponse);
  }
}
