package io.weir.provider.gcp.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.http.ErrorResponse;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.time.Duration;
import java.util.Set;

/**
 * Sorts what Compute Engine says into the kinds that the manager can act on.
 *
 * @see <a href="https://cloud.google.com/compute/docs/api/how-tos/api-requests-responses">Its
 *     errors</a>
 */
final class ComputeErrors {

  /** Quotas are counted by the minute. */
  private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(30);

  private static final Set<String> THROTTLED =
      Set.of(
          "rateLimitExceeded",
          "userRateLimitExceeded",
          "RATE_LIMIT_EXCEEDED",
          "CONCURRENT_OPERATIONS_QUOTA_EXCEEDED",
          "concurrentOperationsQuotaExceeded");

  private static final Set<String> BUSY =
      Set.of(
          "resourceNotReady",
          "resourceInUseByAnotherResource",
          "conditionNotMet",
          "operationInProgress");

  private static final String RIGHTS =
      "give the identity the permissions that `weir permissions gcp` prints";

  private ComputeErrors() {}

  /** Sorts an answer that is not a success. */
  static ProviderException toException(JsonRequest request, JsonResponse response) {
    JsonNode error = response.body().path("error");
    String reason = reason(error);
    String message = error.path("message").asText("");
    var said =
        new ErrorResponse(
            request, response, message.isEmpty() ? "HTTP " + response.status() : message);
    if (response.status() == 429 || THROTTLED.contains(reason)) {
      return said.throttled(response.retryAfter("Retry-After").orElse(DEFAULT_RETRY_AFTER));
    }
    if (BUSY.contains(reason) || response.status() == 412) {
      return said.busy();
    }
    return switch (response.status()) {
      case 401 -> said.denied("give the identity a key or token that is valid, and mind the clock");
      case 403 -> denied(said, reason);
      case 404 ->
          reason.equals("notFound") ? missing(request, said) : said.classifyByStatus(RIGHTS);
      case 409 -> reason.equals("alreadyExists") ? said.alreadyExists() : said.busy();
      default -> said.classifyByStatus(RIGHTS);
    };
  }

  private static ProviderException denied(ErrorResponse said, String reason) {
    return switch (reason) {
      case "quotaExceeded" ->
          said.rejected("ask Google for more quota, or delete what nobody needs");
      case "accessNotConfigured", "SERVICE_DISABLED" ->
          said.denied("enable the Compute Engine API in the project");
      default -> said.denied(RIGHTS);
    };
  }

  /** What is to be made or listed cannot be missing: what it names, or is in, is. */
  private static ProviderException missing(JsonRequest request, ErrorResponse said) {
    boolean names =
        request.action().endsWith(ComputeClient.INSERT) || request.action().endsWith("ist");
    return names ? said.rejected("create it, or name another") : said.notFound();
  }

  /** The reason in one word, of all of Google's APIs; empty if an error gives none. */
  static String reason(JsonNode error) {
    String first = error.path("errors").path(0).path("reason").asText("");
    if (!first.isEmpty() && !first.equals("forbidden")) {
      return first;
    }
    String detailed =
        error
            .path("details")
            .valueStream()
            .map(each -> each.path("reason").asText(""))
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse("");
    return detailed.isEmpty() ? first : detailed;
  }

  /** Whether an answer says that there were too many calls. */
  static boolean isThrottled(JsonResponse response) {
    return response.status() == 429 || THROTTLED.contains(reason(response.body().path("error")));
  }
}
