package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ObjectKey;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonApi;
import io.weir.provider.http.JsonHttp.Answer;
import io.weir.provider.http.JsonHttp.Call;
import io.weir.provider.http.Refusal;
import io.weir.provider.scaleway.api.ScalewayKeys;
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
record KapsuleDialect(String region, ObjectKey secret) implements JsonApi.Dialect<ApiKey> {

  @Override
  public URI address(ApiKey key, String path) {
    return URI.create(key.url() + "/k8s/v1/regions/" + JsonApi.encoded(region) + path);
  }

  @Override
  public Map<String, String> headers(ApiKey key) {
    return Map.of("X-Auth-Token", key.secretKey());
  }

  @Override
  public ProviderException sort(Call call, Answer answer) {
    String type = answer.body().path("type").asText("");
    var refusal = new Refusal(call, answer, words(answer.status(), type, answer.body()));
    return switch (sorted(answer.status(), type)) {
      case "denied_authentication" ->
          refusal.denied(
              "correct %s and %s in Secret %s"
                  .formatted(ScalewayKeys.ACCESS_KEY, ScalewayKeys.SECRET_KEY, secret));
      case "too_many_requests" -> refusal.throttled("x-ratelimit-reset");
      case "not_found", "resource_expired" ->
          asked(call, answer)
              ? refusal.notFound()
              : refusal.rejected("correct the field of the pool that names it");
      case "transient_state", "precondition_failed", "conflict", "resource_still_in_use" ->
          refusal.busy();
      case "quotas_exceeded" -> refusal.rejected("ask Scaleway for a higher quota");
      default ->
          refusal.byStatus(
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
  private static boolean asked(Call call, Answer answer) {
    return call.uri().getPath().contains(answer.body().path("resource_id").asText(""));
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
      String about = detail.path("argument_name").asText(detail.path("resource").asText());
      parts.add((about + " " + detail.path("help_message").asText("")).strip());
    }
    parts.add(body.path("help_message").asText(""));
    parts.removeIf(String::isEmpty);
    return String.join(", ", parts) + (type.isEmpty() ? "" : " (" + type + ")");
  }
}
