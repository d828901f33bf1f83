package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.ImageDefinition;
import io.weir.clouds.azure.seed.LoadBalancer;
import io.weir.clouds.azure.seed.SubscriptionSeed;
import io.weir.clouds.azure.seed.VirtualNetwork;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests that Cluster API's own provider for Azure writes, as its code gave them. */
class UpstreamRequestsTest extends AzureTestBase {
  private static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000123";
  private static final String SET =
      "/subscriptions/%s/resourceGroups/w1-rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool"
          .formatted(SUBSCRIPTION);

  @Override
  AzureCloud start(AzureCloud.Builder builder) {
    return super.start(builder.seedData(seed()));
  }

  private static AzureSeedData seed() {
    return AzureSeedData.forCluster("workload")
        .withSubscription(
            new SubscriptionSeed(
                SUBSCRIPTION,
                Map.of("w1-rg", "westeurope", "w1-net-rg", "westeurope"),
                List.of(
                    new VirtualNetwork(
                        "w1-net-rg",
                        "w1-vnet",
                        List.of("w1-node-subnet", "apps", "storage", "backup"))),
                List.of(new LoadBalancer("w1-rg", "w1", List.of("w1-outboundBackendPool"))),
                List.of(),
                100))
        .withImage(
            new ImageDefinition(
                ImageDefinition.Kind.COMMUNITY,
                "",
                "corpGallery",
                "ubuntu-2404",
                Map.of("1.34.2", "v1.34.2")))
        .withImage(
            new ImageDefinition(
                ImageDefinition.Kind.MARKETPLACE,
                "kinvolk",
                "flatcar",
                "stable-gen2",
                Map.of("4152.2.0", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accelerated-networking-on",
        "diagnostics-user-managed",
        "ephemeral-os-disk",
        "extensions",
        "marketplace-plan-image",
        "network-interfaces",
        "plain",
        "spot-defaults",
        "terminate-notification",
        "ultra-ssd",
        "user-assigned-identity",
        "windows",
        "zones"
      })
  void areTakenAndAreNoOtherModelWhenTheyAreRepeated(String name) throws Exception {
    JsonNode request = request(name);

    HttpResponse created = send(HttpMethod.PUT, SET, request);
    time.advance(LONG);
    JsonNode operation = operation(created);
    HttpResponse repeated = send(HttpMethod.PUT, SET, request);
    time.advance(LONG);

    assertThat(created.getStatusCode()).isEqualTo(201);
    assertThat(operation.path("status").asText()).as(operation.toString()).isEqualTo("Succeeded");
    assertThat(repeated.getStatusCode()).isEqualTo(200);
    assertThat(body(send(HttpMethod.GET, SET + "/virtualMachines")).path("value"))
        .hasSize(3)
        .allMatch(one -> one.at("/properties/latestModelApplied").asBoolean());
    assertThat(cloud.launchData().get("pool"))
        .asString(StandardCharsets.UTF_8)
        .startsWith("#cloud-config");
  }

  private static JsonNode request(String name) throws Exception {
    try (InputStream file =
        UpstreamRequestsTest.class.getResourceAsStream("requests/" + name + ".json")) {
      JsonNode request = json(new String(file.readAllBytes(), StandardCharsets.UTF_8));
      // Of the version of images that exist here.
      JsonNode image =
          request.at("/properties/virtualMachineProfile/storageProfile/imageReference");
      String id = image.path("communityGalleryImageId").asText("");
      if (id.contains(AzureSeedData.GALLERY)) {
        ((ObjectNode) image).put("communityGalleryImageId", id.replace("1.34.2", "1.34.3"));
      }
      return request;
    }
  }
}
