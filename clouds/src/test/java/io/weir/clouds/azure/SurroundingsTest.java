package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.GROUP;
import static io.weir.clouds.azure.ScaleSetDocuments.SETS;
import static io.weir.clouds.azure.ScaleSetDocuments.flexible;
import static io.weir.clouds.azure.ScaleSetDocuments.json;
import static io.weir.clouds.azure.ScaleSetDocuments.profile;
import static io.weir.clouds.azure.ScaleSetDocuments.uniform;
import static io.weir.clouds.azure.ScaleSetDocuments.withCustomData;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.InstanceState;
import io.weir.clouds.ManualClock;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.clouds.azure.seed.ImageDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What scale sets need around them: sizes, images, roles, resource groups; and another time. */
class SurroundingsTest extends AzureTestBase {
  private static final String SUBSCRIPTION = "/subscriptions/" + AzureSeedData.SUBSCRIPTION;

  @Nested
  class Sizes {
    @Test
    void areListedWithWhatTheyCanAndWhereTheyCannotBeHad() {
      cloud.admin().restrictSize("Standard_D4s_v3", "westeurope", "3");

      var skus =
          azure.getResourceSkus().list("location eq 'westeurope'", null, Context.NONE).stream()
              .toList();

      assertThat(skus)
          .filteredOn(sku -> sku.name().equals("Standard_D4s_v3"))
          .singleElement()
          .satisfies(
              sku -> {
                assertThat(sku.resourceType()).isEqualTo("virtualMachines");
                assertThat(sku.locationInfo().getFirst().zones()).containsExactly("1", "2", "3");
                assertThat(sku.capabilities())
                    .extracting(one -> one.name() + "=" + one.value())
                    .contains("vCPUs=4", "MemoryGB=16", "EncryptionAtHostSupported=True");
                assertThat(sku.restrictions().getFirst().restrictionInfo().zones())
                    .containsExactly("3");
              });
    }
  }

  @Nested
  class Images {
    @Test
    void areListedByGalleryAndByPublisher() {
      String location = SUBSCRIPTION + "/providers/Microsoft.Compute/locations/westeurope";

      JsonNode community =
          body(
              send(
                  HttpMethod.GET,
                  location
                      + "/communityGalleries/%s/images/capi-ubun2-2404/versions"
                          .formatted(AzureSeedData.GALLERY)));
      JsonNode marketplace =
          body(
              send(
                  HttpMethod.GET,
                  location
                      + "/publishers/cncf-upstream/artifacttypes/vmimage/offers/capi/skus/ubuntu-2204-gen1/versions"));

      assertThat(community.path("value").findValuesAsText("name"))
          .containsExactly("1.33.7", "1.34.3", "1.35.0", "1.35.4");
      assertThat(marketplace.findValuesAsText("name")).containsExactly("130.3.20240717");
    }

    @Test
    void arePublishedInGalleriesOfResourceGroups() {
      cloud
          .admin()
          .publishImage(
              new ImageDefinition(
                  ImageDefinition.Kind.GALLERY,
                  AzureSeedData.SUBSCRIPTION + "/" + GROUP,
                  "own",
                  "nodes",
                  Map.of("1.0.0", "v1.35.4")));
      String image =
          SUBSCRIPTION
              + "/resourceGroups/%s/providers/Microsoft.Compute/galleries/own/images/nodes"
                  .formatted(GROUP);
      ObjectNode set = uniform(1);
      ((ObjectNode) profile(set).path("storageProfile"))
          .putObject("imageReference")
          .put("id", image + "/versions/1.0.0");

      put("workers", set);

      assertThat(body(send(HttpMethod.GET, image + "/versions")).at("/value/0/name").asText())
          .isEqualTo("1.0.0");
      assertThat(instances("workers").getFirst().storageProfile().imageReference().id())
          .isEqualTo(image + "/versions/1.0.0");
    }
  }

  @Nested
  class Identities {
    private static final String IDENTITIES =
        SUBSCRIPTION
            + "/resourceGroups/%s/providers/Microsoft.ManagedIdentity/userAssignedIdentities/"
                .formatted(GROUP);

    @Test
    void haveTheClientIdByWhichMachinesThatWereGivenThemAreKnown() {
      ObjectNode set = uniform(0);
      set.putObject("identity")
          .put("type", "UserAssigned")
          .putObject("userAssignedIdentities")
          .putObject(IDENTITIES + "nodes");

      JsonNode found = body(send(HttpMethod.GET, IDENTITIES + "nodes"));
      var given = put("workers", set).identity().userAssignedIdentities();

      assertThat(found.path("id").asText()).isEqualTo(IDENTITIES + "nodes");
      assertThat(found.at("/properties/tenantId").asText()).isEqualTo(cloud.seedData().tenant());
      assertThat(given.get(IDENTITIES + "nodes").clientId())
          .isEqualTo(found.at("/properties/clientId").asText());
      assertThat(given.get(IDENTITIES + "nodes").principalId())
          .isEqualTo(found.at("/properties/principalId").asText())
          .isNotEqualTo(found.at("/properties/clientId").asText());
    }

    @Test
    void areThereOrNot() {
      HttpResponse none = send(HttpMethod.GET, IDENTITIES + "of-nobody");

      assertThat(none.getStatusCode()).isEqualTo(404);
      assertThat(body(none).at("/error/code").asText()).isEqualTo("ResourceNotFound");
    }
  }

  @Nested
  class Roles {
    private static final String ROLE =
        SUBSCRIPTION
            + "/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c";
    private static final String SOMEBODY = "90cc53e8-4a6e-45b6-8339-516448218ee0";
    private static final String ASSIGNMENTS =
        SUBSCRIPTION + "/providers/Microsoft.Authorization/roleAssignments/";

    @Test
    void areGivenToTheIdentityOfAScaleSet() {
      ObjectNode set = uniform(0);
      set.putObject("identity").put("type", "SystemAssigned");
      String principal = put("workers", set).identity().principalId();

      HttpResponse created = assign("one", principal);
      HttpResponse again = assign("one", principal);

      assertThat(put("workers", set).identity().principalId()).isEqualTo(principal);
      assertThat(created.getStatusCode()).isEqualTo(201);
      assertThat(again.getStatusCode()).isEqualTo(200);
      assertThat(body(created).at("/properties/scope").asText()).isEqualTo(SUBSCRIPTION);
    }

    @Test
    void areNotGivenToAnIdentityThatTheDirectoryDoesNotKnowYetUnlessItsKindIsSaid() {
      ObjectNode set = uniform(0);
      set.putObject("identity").put("type", "SystemAssigned");
      HttpResponse created = send(HttpMethod.PUT, SETS + "workers", set);
      String principal = body(created).at("/identity/principalId").asText();

      HttpResponse early = assign("one", principal, "");
      HttpResponse said = assign("two", principal, ", \"principalType\": \"ServicePrincipal\"");

      assertThat(early.getStatusCode()).isEqualTo(400);
      assertThat(body(early).at("/error/code").asText()).isEqualTo("PrincipalNotFound");
      assertThat(said.getStatusCode()).isEqualTo(201);
    }

    @Test
    void areGivenOnceAndNotMoved() {
      HttpResponse _ = assign("one", SOMEBODY);

      assertThat(body(assign("two", SOMEBODY)).at("/error/code").asText())
          .isEqualTo("RoleAssignmentExists");
      assertThat(body(assign("one", UUID.randomUUID().toString())).at("/error/code").asText())
          .isEqualTo("RoleAssignmentUpdateNotPermitted");
      assertThat(send(HttpMethod.DELETE, ASSIGNMENTS + "one").getStatusCode()).isEqualTo(200);
      assertThat(send(HttpMethod.DELETE, ASSIGNMENTS + "one").getStatusCode()).isEqualTo(204);
      assertThat(send(HttpMethod.GET, ASSIGNMENTS + "one").getStatusCode()).isEqualTo(404);
    }

    private HttpResponse assign(String name, String principal) {
      return assign(name, principal, ", \"principalType\": \"ServicePrincipal\"");
    }

    private HttpResponse assign(String name, String principal, String more) {
      return send(
          HttpMethod.PUT,
          ASSIGNMENTS + name,
          json(
              "{\"properties\": {\"roleDefinitionId\": \"%s\", \"principalId\": \"%s\"%s}}"
                  .formatted(ROLE, principal, more)));
    }
  }

  @Nested
  class Groups {
    @Test
    void areMadeInALocationOnce() {
      String group = SUBSCRIPTION + "/resourceGroups/more";

      assertThat(put(group, "eastus").getStatusCode()).isEqualTo(201);
      assertThat(put(group, "eastus").getStatusCode()).isEqualTo(200);
      assertThat(put(group, "westus").getStatusCode()).isEqualTo(409);
      assertThat(send(HttpMethod.HEAD, group).getStatusCode()).isEqualTo(204);
    }

    private HttpResponse put(String group, String location) {
      return send(HttpMethod.PUT, group, json("{\"location\": \"%s\"}".formatted(location)));
    }
  }

  @Nested
  class AnotherTime {
    @Test
    void beginsWhereThisOneEnded() {
      put("workers", uniform(2));
      put("others", flexible(1));
      HttpResponse accepted = send(HttpMethod.PUT, SETS + "workers", uniform(3));
      time.advance(Duration.ofSeconds(1));
      ManualClock later = CloudClock.manual(Instant.parse("2026-02-01T00:00:00Z"));

      try (AzureCloud after =
          AzureCloud.builder().clock(later).timing(AzureTiming.real()).start()) {
        after.restoreState(cloud.saveState());
        String before = after.comparableState();
        later.advance(LONG);

        assertThat(accepted.getStatusCode()).isEqualTo(200);
        assertThat(before).isEqualTo(cloud.comparableState());
        assertThat(after.instances())
            .extracting(InstanceState::phase)
            .containsExactly(
                InstanceState.Phase.RUNNING,
                InstanceState.Phase.RUNNING,
                InstanceState.Phase.RUNNING,
                InstanceState.Phase.RUNNING);
        assertThat(after.saveState()).contains("\"status\":\"SUCCEEDED\"");
        assertThat(after.saveState()).doesNotContain("\"provisioningState\":\"Updating\"");
      }
    }

    @Test
    void bootsFromTheSameData() {
      put("workers", withCustomData(uniform(0), "#cloud-config of workers"));

      assertThat(cloud.launchData().get("workers"))
          .asString()
          .isEqualTo("#cloud-config of workers");
    }
  }
}
