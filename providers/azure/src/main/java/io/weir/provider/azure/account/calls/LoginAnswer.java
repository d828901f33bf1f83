package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;

/** An answer to a request for a token, whatever its status. */
record LoginAnswer(int status, HttpHeaders headers, String body) {

  boolean isSuccess() {
    return status / 100 == 2;
  }

  /** The pause that it asks for; empty if it names none. */
  Optional<Duration> retryAfter() {
    return new JsonResponse(status, headers, Json.MAPPER.missingNode()).retryAfter("Retry-After");
  }

  /** Its body; a missing node if it is not JSON. */
  JsonNode json() {
    try {
      JsonNode read = Json.MAPPER.readTree(body);
      return read == null ? Json.MAPPER.missingNode() : read;
    } catch (IOException _) {
      return Json.MAPPER.missingNode();
    }
  }

  CallOutcome outcome() {
    if (status == 429) {
      return new CallOutcome.Throttled(retryAfter().orElse(Duration.ZERO));
    }
    return isSuccess() ? CallOutcome.OK : CallOutcome.FAILED;
  }

  /** It may hold a token. */
  @Override
  public String toString() {
    return "LoginAnswer[" + status + "]";
  }
}
