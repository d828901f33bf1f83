package io.weir.provider.scaleway.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ObjectKey;
import io.weir.provider.ProviderException;
import io.weir.provider.http.ErrorResponse;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import io.weir.provider.scaleway.api.ScalewayConstants;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How Scaleway is called in a region, and what it means when it refuses: its errors have a {@code
 * type} in the body.
 *
 * @param secret where the key comes from, for those who must correct it
 * @see <a href="https://github.com/scaleway/scaleway-sdk-go/blob/master/scw/errors.go">types</a>
 */
record KapsuleDialect(String region, ObjectKey secret)
    implements JsonApiClient.Dialect<ScalewayApiKey> {

  @Override
  public URI uri(ScalewayApiKey key, String path) {
    return URI.create(key.url() + "/k8s/v1/regions/" + JsonApiClient.urlEncode(region) + path);
  }

  @Override
  public Map<String, String> headers(ScalewayApiKey key, JsonRequest jsonRequest) {
    return Map.of("X-Auth-Token", key.secretKey());
  }

  @Override
  public ProviderException toException(JsonRequest jsonRequest, JsonResponse jsonResponse) {
    String type = jsonResponse.body().path("type").asText("");
    var errorResponse =
        new ErrorResponse(
            jsonRequest, jsonResponse, words(jsonResponse.status(), type, jsonResponse.body()));
    return switch (sorted(jsonResponse.status(), type)) {
      case "denied_authentication" ->
          errorResponse.denied(
              "correct %s and %s in Secret %s"
                  .formatted(ScalewayConstants.ACCESS_KEY, ScalewayConstants.SECRET_KEY, secret));
      case "too_many_requests" -> errorResponse.throttled("x-ratelimit-reset");
      case "not_found", "resource_expired" ->
          asked(jsonRequest, jsonResponse)
              ? errorResponse.notFound()
              : errorResponse.rejected("correct the field of the pool that names it");
      case "transient_state", "precondition_failed", "conflict", "resource_still_in_use" ->
          errorResponse.busy();
      case "invalid_arguments" -> errorResponse.rejected("correct each field that is named");
      case "quotas_exceeded" -> errorResponse.rejected("ask Scaleway for a higher quota");
      default ->
          errorResponse.classifyByStatus(
              "grant the API key in Secret %s the permission set KubernetesFullAccess on the project"
                  .formatted(secret));
    };
  }

  /** Some statuses say it all, whoever answered. */
  private static String sorted(int status, String type) {
    return switch (status) {
      case 401 -> "denied_authentication";
      case 429 -> "too_many_requests";
      default -> type;
    };
  }

  /** Whether what is missing is what was asked for, and not what the request only mentions. */
  private static boolean asked(JsonRequest jsonRequest, JsonResponse jsonResponse) {
    return jsonRequest.uri().getPath().contains(jsonResponse.body().path("resource_id").asText(""));
  }

  private static String words(int status, String type, JsonNode body) {
    List<String> parts = new ArrayList<>();
    parts.add(body.path("message").asText("HTTP status " + status));
    if (body.has("current_state")) {
      parts.add(body.path("resource").asText() + " is " + body.path("current_state").asText());
    }
    if (body.has("reason")) {
      parts.add((body.path("method").asText() + " " + body.path("reason").asText()).strip());
    }
    for (JsonNode detail : body.path("details")) {
      String argument = detail.path("argument_name").asText("");
      String about =
          argument.isEmpty() ? detail.path("resource").asText("") : ArgumentNames.field(argument);
      parts.add((about + " " + detail.path("help_message").asText("")).strip());
    }
    parts.add(body.path("help_message").asText(""));
    parts.removeIf(String::isEmpty);
    return String.join(", ", parts) + (type.isEmpty() ? "" : " (" + type + ")");
  }
}
