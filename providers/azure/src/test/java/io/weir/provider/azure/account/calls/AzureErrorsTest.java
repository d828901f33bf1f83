package io.weir.provider.azure.account.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureErrorsTest {

  private static ProviderException sorted(String method, int status, ObjectNode body) {
    var request =
        new JsonRequest("Sets_Do", method, URI.create("https://management.azure.com/x"), null);
    return AzureErrors.toProviderException(
        request, new JsonResponse(status, HttpHeaders.of(Map.of(), (_, _) -> true), body));
  }

  private static ObjectNode body(String code, String message) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.putObject("error").put("code", code).put("message", message);
    return body;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | 404 | ResourceNotFound                    | x | NotFound  | (ResourceNotFound)
          GET    | 404 | ResourceGroupNotFound               | x | NotFound  | x
          PUT    | 404 | ResourceGroupNotFound               | x | Rejected  | create the resource group, or correct AzureCluster spec.resourceGroup
          GET    | 404 | ''                                  | x | Rejected  | x
          GET    | 404 | SubscriptionNotFound                | x | Rejected  | correct AzureCluster spec.subscriptionID
          DELETE | 429 | OperationNotAllowed                 | x | Throttled | x
          PUT    | 409 | AnotherOperationInProgress          | x | Busy      | x
          PUT    | 409 | OperationPreempted                  | x | Busy      | x
          PUT    | 409 | RetryableError                      | x | Busy      | x
          PUT    | 409 | OperationNotAllowed                 | Not allowed on VM Scale Set, since it is marked for deletion. | Busy | marked
          PUT    | 409 | OperationNotAllowed                 | exceeding approved standardDSv3Family Cores quota | Rejected | ask Azure for a higher quota
          PUT    | 409 | ''                                  | x | Busy      | x
          PATCH  | 412 | PreconditionFailed                  | x | Busy      | x
          PUT    | 400 | PrincipalNotFound                   | x | Busy      | x
          PUT    | 409 | RoleAssignmentExists                | x | Ambiguous | x
          PUT    | 409 | SkuNotAvailable                     | x | Rejected  | choose another AzureMachinePool spec.template.vmSize
          PUT    | 409 | ZonalAllocationFailed               | x | Rejected  | Azure has no room at the moment
          PUT    | 409 | OverconstrainedAllocationRequest    | x | Rejected  | Azure has no room at the moment
          GET    | 401 | InvalidAuthenticationToken          | x | Denied    | correct the AzureClusterIdentity
          GET    | 401 | InvalidAuthenticationTokenTenant    | x | Denied    | correct spec.tenantID
          GET    | 401 | ''                                  | x | Denied    | correct the AzureClusterIdentity
          GET    | 403 | AuthorizationFailed                 | may not perform action 'Microsoft.Compute/a/read' over | Denied | a role with the action Microsoft.Compute/a/read
          GET    | 403 | ''                                  | x | Denied    | x
          PUT    | 403 | RequestDisallowedByPolicy           | x | Rejected  | change what the policy names
          DELETE | 409 | ScopeLocked                         | x | Rejected  | remove the lock
          GET    | 503 | ServerBusy                          | x | Transient | x
          PUT    | 503 | ServerBusy                          | x | Ambiguous | x
          PUT    | 408 | ''                                  | x | Ambiguous | x
          PUT    | 400 | InvalidParameter                    | The value of parameter imageReference.sku is invalid. | Rejected | correct AzureMachinePool spec.template.image
          PUT    | 400 | InvalidResourceReference            | Resource x/virtualNetworks/v/subnets/s referenced by resource | Rejected | spec.template.networkInterfaces
          """)
  void areSortedByWhatTheCallerCanDo(
      String method, int status, String code, String message, String kind, String words) {
    ProviderException failure = sorted(method, status, body(code, message));

    assertThat(failure.getClass().getSimpleName()).isEqualTo(kind);
    assertThat(failure).hasMessageStartingWith("Sets_Do: ").hasMessageContaining(words);
    assertThat(AzureErrors.code(failure)).isEqualTo(code);
  }

  @Test
  void nameThePropertyThatIsWrong() {
    ObjectNode body = body("InvalidParameter", "It is invalid.");
    body.withObject("/error").put("target", "osDisk.diskSizeGB");

    assertThat(sorted("PUT", 400, body))
        .hasMessage(
            "Sets_Do: It is invalid. (InvalidParameter); correct AzureMachinePool"
                + " spec.template.osDisk");
  }

  @Test
  void saySameThingsOfTheSameFailureEachTime() {
    String message =
        "It failed. (Correlation ID: '%s') Please try again later. Timestamp: 2026-01-01"
            + " 12:00:0%dZ";

    assertThat(
            sorted(
                "PUT",
                400,
                body("Bad", message.formatted("3f1a0c7d-9b1e-4d7c-8a55-1c2d3e4f5a6b", 1))))
        .hasMessage(
            sorted(
                    "PUT",
                    400,
                    body("Bad", message.formatted("0b1f6471-1bf0-4dda-aec3-cb9272f09590", 2)))
                .getMessage());
  }

  @Test
  void thatAreGeneralAreSortedByTheirDetails() {
    ObjectNode body = body("Conflict", "Failed.");
    body.withObject("/error")
        .putArray("details")
        .addObject()
        .put("code", "AllocationFailed")
        .put("message", "{\"json\": \"in a text\"}");

    ProviderException failure = sorted("PUT", 409, body);

    assertThat(AzureErrors.isCapacity(failure)).isTrue();
    assertThat(failure)
        .isInstanceOf(ProviderException.Rejected.class)
        .hasMessageStartingWith("Sets_Do: Failed. (AllocationFailed); ");
  }

  @Test
  void ofAProxyAreNoErrorsOfAzure() {
    ProviderException failure = sorted("GET", 502, Json.MAPPER.createObjectNode());

    assertThat(failure)
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessage("Sets_Do: HTTP status 502");
  }
}
