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
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetVMInner;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.azure.seed.AzureSeedData;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Scale sets in Flexible mode, called by Azure's SDK. */
class FlexibleScaleSetTest extends AzureTestBase {
  private static final String MACHINES =
      "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.Compute/virtualMachines"
          .formatted(AzureSeedData.SUBSCRIPTION, GROUP);

  @Nested
  class Machines {
    @Test
    void areResourcesOfTheirOwnThatReferToTheirScaleSet() {
      put("workers", flexible(2));
      put("others", flexible(1));

      JsonNode machines = machinesOf("workers");

      assertThat(machines)
          .hasSize(2)
          .allSatisfy(
              one -> {
                String name = one.path("name").asText();
                assertThat(name).matches("workers_[0-9a-f]{8}");
                assertThat(one.path("id").asText()).isEqualTo(MACHINES + "/" + name);
                assertThat(one.at("/properties/virtualMachineScaleSet/id").asText())
                    .isEqualTo(SETS + "workers");
                assertThat(one.at("/properties/osProfile/computerName").asText())
                    .matches("workers[0-9A-Z]{6}");
                assertThat(one.at("/properties/osProfile").has("customData")).isFalse();
              });
    }

    @Test
    void areListedByTheirScaleSetWithLessThanTheyThemselvesTell() {
      put("workers", flexible(1));

      VirtualMachineScaleSetVMInner listed = instances("workers").getFirst();

      assertThat(listed.id()).isEqualTo(SETS + "workers/virtualMachines/" + listed.instanceId());
      assertThat(listed.instanceId()).isEqualTo(listed.name());
      assertThat(listed.provisioningState()).isEqualTo("Succeeded");
      assertThat(listed.latestModelApplied()).isNull();
      assertThat(listed.storageProfile()).isNull();
      assertThat(listed.tags()).isNull();
    }

    @Test
    void areDeletedByTheirOwnNamesAndLowerTheCapacity() {
      put("workers", flexible(2));
      String name = machinesOf("workers").get(0).path("name").asText();

      HttpResponse accepted =
          send(HttpMethod.DELETE, MACHINES + "/" + name + "?forceDeletion=true");
      time.advance(LONG);

      assertThat(accepted.getStatusCode()).isEqualTo(202);
      assertThat(operation(accepted).path("status").asText()).isEqualTo("Succeeded");
      assertThat(get("workers").sku().capacity()).isEqualTo(1);
      assertThat(send(HttpMethod.GET, MACHINES + "/" + name).getStatusCode()).isEqualTo(404);
    }

    @Test
    void areDeletedThroughTheirScaleSetSeveralAtOnce() {
      put("workers", flexible(3));
      List<String> names =
          instances("workers").stream().map(VirtualMachineScaleSetVMInner::instanceId).toList();

      HttpResponse accepted =
          send(
              HttpMethod.POST,
              SETS + "workers/delete",
              json("{\"instanceIds\": [\"%s\", \"%s\"]}".formatted(names.get(0), names.get(2))));
      time.advance(LONG);

      assertThat(accepted.getStatusCode()).isEqualTo(202);
      assertThat(instances("workers"))
          .extracting(VirtualMachineScaleSetVMInner::instanceId)
          .containsExactly(names.get(1));
    }

    @Test
    void haveProviderIdsWithoutTheirScaleSet() {
      put("workers", flexible(1));

      assertThat(cloud.instances())
          .extracting(InstanceState::id)
          .containsExactly(MACHINES + "/" + instances("workers").getFirst().instanceId());
    }

    @Test
    void keepTheModelThatTheyWereMadeFrom() {
      put("workers", flexible(1));
      ObjectNode larger = flexible(2);
      ((ObjectNode) larger.path("sku")).put("name", "Standard_D4s_v3");

      put("workers", larger);

      assertThat(machinesOf("workers").findValuesAsText("vmSize"))
          .containsExactlyInAnyOrder("Standard_D2s_v3", "Standard_D4s_v3");
    }
  }

  @Nested
  class Mode {
    @Test
    void doesNotChange() {
      put("workers", flexible(1));
      ObjectNode other = uniform(1);

      assertThat(
              code(
                  () ->
                      azure
                          .getVirtualMachineScaleSets()
                          .beginCreateOrUpdate(GROUP, "workers", sdk(other))))
          .isEqualTo("409 PropertyChangeNotAllowed");
    }

    @Test
    void hasNoInstanceViewAndNoUpgradesByName() {
      put("workers", flexible(1));

      assertThat(code(() -> azure.getVirtualMachineScaleSets().getInstanceView(GROUP, "workers")))
          .isEqualTo("409 OperationNotAllowed");
      assertThat(
              code(
                  () ->
                      azure
                          .getVirtualMachineScaleSets()
                          .beginUpdateInstances(GROUP, "workers", ids("*"))))
          .isEqualTo("409 OperationNotAllowed");
    }

    @Test
    void wantsTheVersionOfTheNetworkApi() {
      ObjectNode set = flexible(1);
      ((ObjectNode) profile(set).path("networkProfile")).remove("networkApiVersion");

      assertThat(
              code(
                  () ->
                      azure
                          .getVirtualMachineScaleSets()
                          .beginCreateOrUpdate(GROUP, "workers", sdk(set))))
          .isEqualTo("400 InvalidParameter");
    }

    @Test
    void allowsMoreThanTenModels() {
      for (int i = 1; i <= 12; i++) {
        put("workers", withCustomData(flexible(i), "token " + i));
      }

      assertThat(instances("workers")).hasSize(12);
    }
  }

  private JsonNode machinesOf(String set) {
    HttpResponse answer =
        send(
            HttpMethod.GET,
            MACHINES + "?$filter='virtualMachineScaleSet/id'%20eq%20'" + SETS + set + "'");
    assertThat(answer.getStatusCode()).isEqualTo(200);
    return body(answer).path("value");
  }
}
