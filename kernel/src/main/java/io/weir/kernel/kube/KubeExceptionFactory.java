package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sorts the API server's answers into {@link KubeException}s. */
final class KubeExceptionFactory {

  private static final Duration UNSAID_WAIT = Duration.ofSeconds(1);

  private KubeExceptionFactory() {}

  /**
   * The exception for an answer that is not a success.
   *
   * @param body the answer's body; only of a Status anything is repeated
   * @param retryAfter the header's value in seconds; null if there was none
   */
  static KubeException fromResponse(
      RequestInfo requestInfo, int code, byte[] body, @Nullable String retryAfter) {
    return fromResponse(requestInfo, code, parse(body), retryAfter);
  }

  /** The same for a parsed Status. */
  static KubeException fromResponse(
      RequestInfo requestInfo, int code, JsonNode status, @Nullable String retryAfter) {
    String message = "cannot " + requestInfo + ": " + words(requestInfo, code, status);
    return switch (code) {
      case 401, 403 ->
          isNamespaceTerminating(status)
              ? new KubeException.NamespaceTerminating(
                  "cannot " + requestInfo + ": its namespace is being deleted")
              : new KubeException.Forbidden(message);
      case 404 -> new KubeException.NotFound(message);
      case 409 ->
          status.path("reason").asText().equals("AlreadyExists")
              ? new KubeException.AlreadyExists(message)
              : new KubeException.Conflict(message);
      case 410 -> new KubeException.Expired(message);
      case 429 -> new KubeException.TooManyRequests(message, wait(retryAfter, status));
      default ->
          code >= 400 && code < 500
              ? new KubeException.Invalid(message, fields(status))
              : new KubeException.Unavailable(message, requestInfo.isWrite());
    };
  }

  /**
   * The exception for an answer that sends the request elsewhere, where it does not go: whoever
   * answers so would choose where the manager's requests, bodies and tokens arrive.
   *
   * @param location the header's value; null if there was none
   */
  static KubeException redirect(RequestInfo requestInfo, int code, @Nullable String location) {
    String host = location == null ? "" : host(location);
    return new KubeException.Unavailable(
        "cannot %s: HTTP %d, a redirect%s, and redirects are not followed; use the address of the API server itself"
            .formatted(requestInfo, code, host.isEmpty() ? "" : " to " + Excerpt.of(host)),
        requestInfo.isWrite());
  }

  private static String host(String location) {
    try {
      return Objects.requireNonNullElse(new URI(location).getHost(), "");
    } catch (URISyntaxException _) {
      return "";
    }
  }

  /** The exception for a request without an answer. */
  static KubeException noResponse(RequestInfo requestInfo, Throwable cause) {
    return new KubeException.Unavailable(
        "cannot " + requestInfo + ": " + detail(cause), requestInfo.isWrite(), cause);
  }

  private static String detail(Throwable cause) {
    if (cause instanceof ProtocolException || cause.getCause() instanceof ProtocolException) {
      return "the response is not HTTP"; // the message quotes it
    }
    return cause.getMessage() == null
        ? cause.getClass().getSimpleName()
        : Excerpt.ofSentence(cause.getMessage());
  }

  /** Only what an API server says is repeated, not what somebody else answers in its place. */
  private static String words(RequestInfo requestInfo, int code, JsonNode status) {
    String reason = status.path("reason").asText("");
    List<String> fields = fields(status);
    if (requestInfo.isAboutSecret()
        && (code != 403 || reason.isEmpty() || isDeniedByWebhook(status))) {
      // The server quotes refused values; not where a right or a quota is missing.
      return Excerpt.ofSentence(
          "HTTP "
              + code
              + (reason.isEmpty() ? "" : " " + reason)
              + (fields.isEmpty() ? "" : " " + fields));
    }
    String said = status.path("message").asText("");
    return said.isEmpty() ? "HTTP " + code : Excerpt.ofSentence(said);
  }

  /** By a webhook, which may say anything. */
  private static boolean isDeniedByWebhook(JsonNode status) {
    return status.path("message").asText("").contains("denied the request");
  }

  private static List<String> fields(JsonNode status) {
    var fields = new ArrayList<String>();
    for (JsonNode cause : status.path("details").path("causes")) {
      String field = cause.path("field").asText("");
      if (!field.isEmpty()) {
        fields.add(field);
      }
    }
    return fields;
  }

  private static boolean isNamespaceTerminating(JsonNode status) {
    for (JsonNode cause : status.path("details").path("causes")) {
      if (cause.path("reason").asText("").equals("NamespaceTerminating")) {
        return true;
      }
    }
    return false;
  }

  private static Duration wait(@Nullable String header, JsonNode status) {
    long seconds = status.path("details").path("retryAfterSeconds").asLong(0);
    if (header != null && header.matches("\\d{1,9}")) {
      seconds = Long.parseLong(header);
    }
    long most = AnswerLimits.RETRY_AFTER.toSeconds();
    return seconds > 0 ? Duration.ofSeconds(Math.min(seconds, most)) : UNSAID_WAIT;
  }

  private static JsonNode parse(byte[] body) {
    try {
      JsonNode tree = Json.MAPPER.readTree(body);
      if (tree.path("kind").asText().equals("Status")) {
        return tree;
      }
    } catch (IOException _) {
      // A proxy's page; the code says enough.
    }
    return Json.MAPPER.createObjectNode();
  }
}
