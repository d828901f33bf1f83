package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttp;
import io.weir.provider.http.JsonHttp.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Sorts what Scaleway answers into the kinds that the manager can act on, by status and the {@code
 * type} in the body.
 *
 * @see <a href="https://github.com/scaleway/scaleway-sdk-go/blob/master/scw/errors.go">types</a>
 */
final class KapsuleErrors {
  /** Scaleway publishes no figure; its answers name a moment at most. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final Set<String> BUSY =
      Set.of("transient_state", "precondition_failed", "conflict", "resource_still_in_use");
  private static final Set<String> GONE = Set.of("not_found", "resource_expired");

  private KapsuleErrors() {}

  /** Sorts an answer that is not a success. */
  static ProviderException of(String action, boolean write, Answer answer) {
    int status = answer.status();
    JsonNode body = answer.body();
    String type = body.path("type").asText("");
    String message = action + ": " + words(status, type, body);
    if (status == 429 || type.equals("too_many_requests")) {
      long reset = answer.headers().firstValueAsLong("x-ratelimit-reset").orElse(0);
      boolean told = reset > 0 && reset <= 3600;
      return new ProviderException.Throttled(
          message, told ? Duration.ofSeconds(reset) : PAUSE, null);
    }
    if (GONE.contains(type)) {
      return new ProviderException.NotFound(message, null);
    }
    if (BUSY.contains(type) || status == 409 || status == 412) {
      return new ProviderException.Busy(message, null);
    }
    if (type.equals("quotas_exceeded")) {
      return new ProviderException.Rejected(message + "; have the quota raised", null);
    }
    if (status == 401 || status == 403) {
      return new ProviderException.Denied(
          message + "; give the API key permission set KubernetesFullAccess on the project", null);
    }
    if (status >= 500 || status < 400) {
      return JsonHttp.afterSending(write, message, null);
    }
    return new ProviderException.Rejected(message, null);
  }

  private static String words(int status, String type, JsonNode body) {
    List<String> parts = new ArrayList<>();
    parts.add(body.path("message").asText("HTTP status " + status));
    if (body.has("current_state")) {
      parts.add(body.path("resource").asText() + " is " + body.path("current_state").asText());
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
