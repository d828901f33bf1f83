package io.weir.provider.gcp.account.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.ProviderException;
import io.weir.provider.gcp.PoolFixture;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an answer of Kubernetes Engine means to whoever called. */
class GkeDialectTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | FAILED_PRECONDITION | CLUSTER_ALREADY_HAS_OPERATION | why | PUT | nodePools.update |"
            + " Busy",
        "400 | FAILED_PRECONDITION | '' | Cluster is running incompatible operation o. | PUT |"
            + " nodePools.update | Busy",
        "400 | FAILED_PRECONDITION | '' | no such version | PUT | nodePools.update | Rejected",
        "400 | INVALID_ARGUMENT | '' | why | POST | nodePools.create | Rejected",
        "409 | ABORTED | '' | etag mismatch | PUT | nodePools.update | Busy",
        "409 | ALREADY_EXISTS | '' | why | POST | nodePools.create | Ambiguous",
        "429 | RESOURCE_EXHAUSTED | '' | why | GET | clusters.get | Throttled",
        "403 | PERMISSION_DENIED | IAM_PERMISSION_DENIED | why | GET | clusters.get | Denied",
        "401 | UNAUTHENTICATED | '' | why | GET | clusters.get | Denied",
        "404 | NOT_FOUND | '' | why | GET | clusters.get | NotFound",
        "404 | NOT_FOUND | '' | why | DELETE | nodePools.delete | NotFound",
        "404 | NOT_FOUND | '' | no cluster | POST | nodePools.create | Rejected",
        "404 | '' | '' | a proxy | GET | clusters.get | Rejected",
        "503 | UNAVAILABLE | '' | why | PUT | nodePools.update | Ambiguous",
        "500 | INTERNAL | '' | why | GET | clusters.get | Transient",
      })
  void isToldByItsStatus(
      int code,
      String status,
      String reason,
      String message,
      String method,
      String action,
      String kind) {
    var request = new JsonRequest(action, method, URI.create("https://example.org"), null);
    var response =
        new JsonResponse(
            code,
            HttpHeaders.of(Map.of(), (_, _) -> true),
            PoolFixture.json(
                "{\"error\": {\"message\": \"%s\", \"status\": \"%s\", \"details\": [{\"reason\": \"%s\"}]}}"
                    .formatted(message, status, reason)));

    ProviderException sorted =
        new GkeDialect(URI.create("https://example.org")).toException(request, response);

    assertThat(sorted.getClass().getSimpleName()).isEqualTo(kind);
    assertThat(sorted.getMessage()).startsWith(action + ": " + message.replaceFirst("\\.$", ""));
  }
}
