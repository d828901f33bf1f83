package io.weir.provider.gcp.account.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Json;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.PoolFixture;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an answer of Compute Engine means to whoever called. */
class ComputeErrorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "403 | rateLimitExceeded | GET | instanceTemplates.list | Throttled",
        "403 | forbidden | GET | instanceTemplates.list | Denied",
        "403 | accessNotConfigured | GET | instanceTemplates.list | Denied",
        "403 | quotaExceeded | POST | instanceTemplates.insert | Rejected",
        "429 | RESOURCE_EXHAUSTED | POST | instanceTemplates.insert | Throttled",
        "401 | authError | GET | instanceTemplates.list | Denied",
        "404 | notFound | DELETE | instanceTemplates.delete | NotFound",
        "404 | notFound | POST | instanceGroupManagers.insert | Rejected",
        "404 | notFound | GET | instanceTemplates.list | Rejected",
        "404 | '' | DELETE | instanceTemplates.delete | Rejected",
        "409 | alreadyExists | POST | instanceTemplates.insert | Ambiguous",
        "400 | resourceNotReady | DELETE | instanceGroupManagers.delete | Busy",
        "400 | resourceInUseByAnotherResource | DELETE | instanceTemplates.delete | Busy",
        "412 | conditionNotMet | PATCH | instanceGroupManagers.patch | Busy",
        "400 | invalid | POST | instanceTemplates.insert | Rejected",
        "503 | backendError | POST | instanceTemplates.insert | Ambiguous",
        "503 | backendError | GET | instanceTemplates.list | Transient",
      })
  void isToldByItsReason(int status, String reason, String method, String action, String kind) {
    var request = new JsonRequest(action, method, URI.create("https://example.org"), null);
    var response =
        new JsonResponse(
            status,
            HttpHeaders.of(Map.of(), (_, _) -> true),
            reason.isEmpty()
                ? Json.MAPPER.missingNode()
                : PoolFixture.json(
                    "{\"error\": {\"message\": \"why\", \"errors\": [{\"reason\": \"%s\"}]}}"
                        .formatted(reason)));

    ProviderException sorted = ComputeErrors.toException(request, response);

    assertThat(sorted.getClass().getSimpleName()).isEqualTo(kind);
    assertThat(sorted.getMessage()).startsWith(action + ": ");
  }
}
