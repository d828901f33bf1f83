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
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sorts the API server's answers into {@link KubeException}s. */
final class KubeExceptionFactory {

  private static final Duration UNSAID_WAIT = Duration.ofSeconds(1);

  /** Only words tell which. */
  private static final Pattern BUDGET =
      Pattern.compile("^The disruption budget ([a-z0-9.-]{1,253}) ");

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
      case 429 ->
          new KubeException.TooManyRequests(
              message, wait(retryAfter, status), disruptionBudget(status));
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
    if (requestInfo.isAboutSecret()) {
      return SecretResponse.words(code, status, fields(status));
    }
    String said = status.path("message").asText("");
    return said.isEmpty() ? "HTTP " + code : Excerpt.ofSentence(said);
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

  private static Optional<String> disruptionBudget(JsonNode status) {
    for (JsonNode cause : status.path("details").path("causes")) {
      if (cause.path("reason").asText("").equals("DisruptionBudget")) {
        Matcher named = BUDGET.matcher(cause.path("message").asText(""));
        return Optional.of(named.find() ? named.group(1) : "");
      }
    }
    return Optional.empty();
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
      return ifStatus(Json.MAPPER.readTree(body));
    } catch (IOException _) {
      // A proxy's page; the code says enough.
      return Json.MAPPER.createObjectNode();
    }
  }

  /** The same if it is a Status, else an empty object. */
  static JsonNode ifStatus(JsonNode tree) {
    return tree.path("kind").asText().equals("Status") ? tree : Json.MAPPER.createObjectNode();
  }
}
