package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.ImageDefinition;
import io.weir.clouds.azure.seed.SubscriptionSeed;
import io.weir.clouds.azure.seed.VirtualNetwork;
import io.weir.clouds.azure.seed.VmSize;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What the real Azure answered, as Azure Service Operator 2.20.0 recorded it for its tests (MIT
 * licence; Test_Compute_VMSS_20220301_CRUD), with the requests that it answered.
 */
class RecordedTrafficTest extends AzureTestBase {
  private static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
  private static final String SET =
      "/subscriptions/%s/resourceGroups/asotest-rg-isodfv/providers/Microsoft.Compute/virtualMachineScaleSets/asotest-vmss-idossk"
          .formatted(SUBSCRIPTION);

  @Override
  AzureCloud start(AzureCloud.Builder builder) {
    return super.start(
        builder.seedData(
            AzureSeedData.forCluster("workload")
                .withSubscription(
                    new SubscriptionSeed(
                        SUBSCRIPTION,
                        Map.of("asotest-rg-isodfv", "westeurope"),
                        List.of(
                            new VirtualNetwork(
                                "asotest-rg-isodfv",
                                "asotest-vn-jwrzui",
                                List.of("asotest-subnet-xvqhcm"))),
                        List.of(),
                        List.of(),
                        100))
                .withSize(new VmSize("Standard_D1_v2", "standardDv2Family", 1, 4, Map.of()))
                .withImage(
                    new ImageDefinition(
                        ImageDefinition.Kind.MARKETPLACE,
                        "Canonical",
                        "UbuntuServer",
                        "18.04-lts",
                        Map.of("18.04.202401161", "")))));
  }

  @Test
  void isAnsweredAlikeByTheSimulatedOne() throws Exception {
    for (JsonNode call : recorded()) {
      HttpResponse answer = send(HttpMethod.PUT, SET, call.path("request"));
      JsonNode body = body(answer);
      time.advance(LONG);

      assertThat(answer.getStatusCode()).isEqualTo(call.path("status").asInt());
      assertThat(comparable(body)).isEqualTo(comparable(call.path("response")));
      assertThat(answer.getHeaderValue(HttpHeaderName.RETRY_AFTER))
          .isEqualTo(call.at("/headers/Retry-After/0").asText());
      assertThat(call.at("/remaining/0").asText())
          .startsWith(header(answer, "x-ms-ratelimit-remaining-resource") + ",");
      assertThat(operation(answer).path("status").asText()).isEqualTo("Succeeded");
    }
  }

  /** Without what differs each time, and what only later versions of the API tell. */
  private static JsonNode comparable(JsonNode body) {
    ObjectNode copy = body.deepCopy();
    copy.remove("etag");
    ObjectNode properties = (ObjectNode) copy.path("properties");
    assertThat(properties.path("timeCreated").asText()).isNotEmpty();
    assertThat(properties.path("uniqueId").asText()).hasSize(36);
    properties.remove(List.of("timeCreated", "uniqueId"));
    ((ObjectNode) properties.path("virtualMachineProfile")).remove("timeCreated");
    return copy;
  }

  private static JsonNode recorded() throws Exception {
    try (InputStream file =
        RecordedTrafficTest.class.getResourceAsStream("recorded/scale-set-puts.json")) {
      return json(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
