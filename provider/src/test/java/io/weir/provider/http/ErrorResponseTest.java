package io.weir.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Json;
import io.weir.provider.ProviderException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorResponseTest {

  private static ErrorResponse refusal(
      String method, int status, Map<String, List<String>> headers) {
    return refusal(method, status, headers, "no");
  }

  private static ErrorResponse refusal(
      String method, int status, Map<String, List<String>> headers, String reason) {
    return new ErrorResponse(
        new JsonHttpClient.JsonRequest("DoIt", method, URI.create("http://localhost/"), null),
        new JsonHttpClient.JsonResponse(
            status, HttpHeaders.of(headers, (_, _) -> true), Json.MAPPER.missingNode()),
        reason);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, 302, Ambiguous",
    "GET, 302, Transient",
    "POST, 400, Rejected",
    "POST, 401, Denied",
    "POST, 403, Denied",
    "GET, 404, Rejected",
    "DELETE, 404, Rejected",
    "POST, 409, Busy",
    "POST, 412, Busy",
    "POST, 429, Throttled",
    "POST, 500, Ambiguous",
    "GET, 503, Transient",
  })
  void isSortedByItsStatus(String method, int status, String kind) {
    ProviderException sorted = refusal(method, status, Map.of()).classifyByStatus("let it");

    assertThat(sorted.getClass().getSimpleName()).isEqualTo(kind);
    assertThat(sorted).hasMessageStartingWith("DoIt: no");
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "0, 5", "-3, 5", "999999, 5"})
  void ofAThrottleSaysHowLongToWait(String reported, long seconds) {
    var sorted =
        refusal("GET", 429, Map.of("Retry-After", List.of(reported))).classifyByStatus("let it");

    assertThat(((ProviderException.Throttled) sorted).retryAfter())
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void ofAThrottleIsUnderstoodAlsoWithADateInItsHeader() {
    var headers = Map.of("Retry-After", List.of("Wed, 21 Oct 2026 07:28:00 GMT"));

    var sorted = refusal("GET", 429, headers).classifyByStatus("let it");

    assertThat(((ProviderException.Throttled) sorted).retryAfter())
        .isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void whatACloudSaysIsShortAndOneLine() {
    String said = "no\nERROR all is lost \u202e" + "x".repeat(100_000);

    var sorted = refusal("GET", 403, Map.of(), said).classifyByStatus("let it");

    assertThat(sorted.getMessage())
        .startsWith("DoIt: no?ERROR all is lost ?xxx")
        .endsWith("; let it")
        .hasSizeLessThan(600);
  }
}
