package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.GROUP;
import static io.weir.clouds.azure.ScaleSetDocuments.SETS;
import static io.weir.clouds.azure.ScaleSetDocuments.json;
import static io.weir.clouds.azure.ScaleSetDocuments.properties;
import static io.weir.clouds.azure.ScaleSetDocuments.uniform;
import static io.weir.clouds.azure.ScaleSetDocuments.withCustomData;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import com.azure.core.management.exception.ManagementException;
import com.azure.core.util.Context;
import com.azure.core.util.polling.LongRunningOperationStatus;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetInner;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetVMInner;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.seed.AzureSeedData;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Scale sets in Uniform mode, called by Azure's SDK. */
class UniformScaleSetTest extends AzureTestBase {

  @Nested
  class Creation {
    @Test
    void isAcceptedAndDoneWhenAllInstancesAreThere() {
      HttpResponse accepted = send(HttpMethod.PUT, SETS + "workers", uniform(3));
      JsonNode first = operation(accepted);
      VirtualMachineScaleSetInner early = get("workers");
      time.advance(LONG);

      assertThat(accepted.getStatusCode()).isEqualTo(201);
      assertThat(accepted.getHeaderValue(HttpHeaderName.RETRY_AFTER)).isEqualTo("10");
      assertThat(first.path("status").asText()).isEqualTo("InProgress");
      assertThat(early.provisioningState()).isEqualTo("Creating");
      assertThat(operation(accepted).path("status").asText()).isEqualTo("Succeeded");
      assertThat(get("workers").provisioningState()).isEqualTo("Succeeded");
      assertThat(instances("workers"))
          .extracting(VirtualMachineScaleSetVMInner::instanceId)
          .containsExactly("0", "1", "2");
    }

    @Test
    void isFollowedByTheSdkToItsEnd() {
      var poller = azure.getVirtualMachineScaleSets().beginDelete(GROUP, "nothing");
      assertThat(poller.poll().getStatus())
          .isEqualTo(LongRunningOperationStatus.SUCCESSFULLY_COMPLETED);

      var creation =
          azure.getVirtualMachineScaleSets().beginCreateOrUpdate(GROUP, "workers", sdk(uniform(1)));
      assertThat(creation.poll().getStatus()).isEqualTo(LongRunningOperationStatus.IN_PROGRESS);
      time.advance(LONG);

      assertThat(creation.poll().getStatus())
          .isEqualTo(LongRunningOperationStatus.SUCCESSFULLY_COMPLETED);
      assertThat(creation.getFinalResult().provisioningState()).isEqualTo("Succeeded");
    }

    @Test
    void showsWhatAzureFillsInAndNoSecrets() {
      VirtualMachineScaleSetInner set = put("workers", withCustomData(uniform(1), "token"));

      assertThat(set.virtualMachineProfile().osProfile().customData()).isNull();
      assertThat(set.virtualMachineProfile().osProfile().allowExtensionOperations()).isTrue();
      assertThat(set.uniqueId()).isNotEmpty();
      assertThat(set.sku().capacity()).isEqualTo(1);
      assertThat(set.id()).isEqualTo(SETS + "workers");
    }

    @Test
    void makesMoreThanAskedForAndKeepsWhatCameFirst() {
      ObjectNode set = uniform(5);
      properties(set).put("overprovision", true);

      HttpResponse _ = send(HttpMethod.PUT, SETS + "workers", set);
      int early = instances("workers").size();
      time.advance(LONG);

      assertThat(early).isEqualTo(6);
      assertThat(instances("workers")).hasSize(5);
      assertThat(get("workers").sku().capacity()).isEqualTo(5);
    }
  }

  @Nested
  class Capacity {
    @Test
    void growsAndShrinksByPatch() {
      put("workers", uniform(2));

      azure
          .getVirtualMachineScaleSets()
          .beginUpdate(GROUP, "workers", update(json("{\"sku\": {\"capacity\": 4}}")));
      time.advance(LONG);
      int grown = instances("workers").size();
      azure
          .getVirtualMachineScaleSets()
          .beginUpdate(GROUP, "workers", update(json("{\"sku\": {\"capacity\": 1}}")));
      time.advance(LONG);

      assertThat(grown).isEqualTo(4);
      assertThat(instances("workers"))
          .as("the newest go first")
          .extracting(VirtualMachineScaleSetVMInner::instanceId)
          .containsExactly("0");
    }

    @Test
    void isLoweredByTheDeletionOfNamedInstancesAndIdsAreNotUsedAgain() {
      put("workers", uniform(3));

      HttpResponse accepted =
          send(HttpMethod.POST, SETS + "workers/delete", json("{\"instanceIds\": [\"0\", \"2\"]}"));
      int at202 = get("workers").sku().capacity().intValue();
      time.advance(LONG);
      put("workers", uniform(2));

      assertThat(accepted.getStatusCode()).isEqualTo(202);
      assertThat(accepted.getHeaderValue(HttpHeaderName.LOCATION)).contains("monitor=true");
      assertThat(at202).isEqualTo(1);
      assertThat(operation(accepted).path("status").asText()).isEqualTo("Succeeded");
      assertThat(
              send(HttpMethod.GET, accepted.getHeaderValue(HttpHeaderName.LOCATION))
                  .getStatusCode())
          .isEqualTo(204);
      assertThat(instances("workers"))
          .extracting(VirtualMachineScaleSetVMInner::instanceId)
          .containsExactly("1", "3");
    }

    @Test
    void spreadsOverTheZones() {
      ObjectNode set = uniform(4);
      set.putArray("zones").add("1").add("2").add("3");

      put("workers", set);

      assertThat(instances("workers"))
          .extracting(one -> one.zones().getFirst())
          .containsExactly("1", "2", "3", "1");
    }

    @Test
    void changedWhileAnotherChangeIsUnderWayEndsThatOne() {
      HttpResponse first = send(HttpMethod.PUT, SETS + "workers", uniform(2));
      time.advance(Duration.ofSeconds(8));

      HttpResponse second = send(HttpMethod.PUT, SETS + "workers", uniform(3));
      time.advance(LONG);

      assertThat(operation(first).path("status").asText()).isEqualTo("Canceled");
      assertThat(operation(first).at("/error/code").asText()).isEqualTo("OperationPreempted");
      assertThat(operation(second).path("status").asText()).isEqualTo("Succeeded");
      assertThat(instances("workers")).hasSize(3);
    }
  }

  @Nested
  class Model {
    @Test
    void reachesNewInstancesAndThoseThatAreUpgradedByName() {
      put("workers", uniform(2));
      ObjectNode larger = uniform(3);
      ((ObjectNode) larger.path("sku")).put("name", "Standard_D4s_v3");
      put("workers", larger);
      var before = instances("workers");

      azure.getVirtualMachineScaleSets().beginUpdateInstances(GROUP, "workers", ids("1"));
      time.advance(LONG);

      assertThat(before)
          .extracting(VirtualMachineScaleSetVMInner::latestModelApplied)
          .containsExactly(false, false, true);
      assertThat(instances("workers"))
          .extracting(VirtualMachineScaleSetVMInner::latestModelApplied)
          .containsExactly(false, true, true);
      assertThat(instances("workers"))
          .extracting(one -> one.sku().name())
          .containsExactly("Standard_D2s_v3", "Standard_D4s_v3", "Standard_D4s_v3");
    }

    @Test
    void isAnotherOneByCustomDataAloneAndTheSameWithOtherTags() {
      put("workers", uniform(1));

      ObjectNode tagged = uniform(1);
      ((ObjectNode) tagged.path("tags")).put("more", "yes");
      put("workers", tagged);
      boolean withOtherTags = instances("workers").getFirst().latestModelApplied();
      put("workers", withCustomData(tagged, "another token"));

      assertThat(withOtherTags).isTrue();
      assertThat(instances("workers").getFirst().latestModelApplied()).isFalse();
    }

    @Test
    void isNotTheEleventhInUse() {
      for (int i = 1; i <= 10; i++) {
        put("workers", withCustomData(uniform(i), "token " + i));
      }

      assertThat(
              code(
                  () ->
                      azure
                          .getVirtualMachineScaleSets()
                          .beginCreateOrUpdate(
                              GROUP, "workers", sdk(withCustomData(uniform(11), "token 11")))))
          .isEqualTo("409 OperationNotAllowed");
      assertThatThrownBy(
              () ->
                  azure
                      .getVirtualMachineScaleSets()
                      .beginCreateOrUpdate(
                          GROUP, "workers", sdk(withCustomData(uniform(11), "token 11"))))
          .isInstanceOf(ManagementException.class)
          .hasMessageContaining("limit of 10 models");
    }

    @Test
    void staysWhereAWriteSaysNothingOfIt() {
      put("workers", uniform(1));
      ObjectNode sizeOnly = uniform(2);
      properties(sizeOnly).remove("virtualMachineProfile");

      put("workers", sizeOnly);

      assertThat(instances("workers"))
          .extracting(VirtualMachineScaleSetVMInner::latestModelApplied)
          .containsExactly(true, true);
    }
  }

  @Nested
  class Instances {
    @Test
    void areDescribedWithTheirViews() {
      put("workers", uniform(1));

      VirtualMachineScaleSetVMInner instance =
          azure
              .getVirtualMachineScaleSetVMs()
              .list(GROUP, "workers", null, null, "instanceView", Context.NONE)
              .stream()
              .findFirst()
              .orElseThrow();

      assertThat(instance.id())
          .isEqualTo(SETS.replace("/workload/", "/WORKLOAD/") + "workers/virtualMachines/0");
      assertThat(instance.name()).isEqualTo("workers_0");
      assertThat(instance.osProfile().computerName()).isEqualTo("workers000000");
      assertThat(instance.instanceView().statuses())
          .extracting(status -> status.code())
          .containsExactly("ProvisioningState/succeeded", "PowerState/running");
      assertThat(
              azure
                  .getVirtualMachineScaleSets()
                  .getInstanceView(GROUP, "workers")
                  .virtualMachine()
                  .statusesSummary())
          .extracting(count -> count.code() + " " + count.count())
          .containsExactly("ProvisioningState/succeeded 1");
    }

    @Test
    void areDeletedOneByOne() {
      put("workers", uniform(2));

      var poller = azure.getVirtualMachineScaleSetVMs().beginDelete(GROUP, "workers", "0");
      time.advance(LONG);

      assertThat(poller.poll().getStatus())
          .isEqualTo(LongRunningOperationStatus.SUCCESSFULLY_COMPLETED);
      assertThat(get("workers").sku().capacity()).isEqualTo(1);
      assertThat(code(() -> azure.getVirtualMachineScaleSetVMs().get(GROUP, "workers", "0")))
          .isEqualTo("404 NotFound");
    }
  }

  @Nested
  class Deletion {
    @Test
    void takesAllInstancesAlong() {
      put("workers", uniform(2));

      var poller = azure.getVirtualMachineScaleSets().beginDelete(GROUP, "workers");
      String early = get("workers").provisioningState();
      time.advance(LONG);

      assertThat(early).isEqualTo("Deleting");
      assertThat(poller.poll().getStatus())
          .isEqualTo(LongRunningOperationStatus.SUCCESSFULLY_COMPLETED);
      assertThat(code(() -> get("workers"))).isEqualTo("404 ResourceNotFound");
      assertThat(cloud.instances()).isEmpty();
    }

    @Test
    void ofAResourceGroupTakesItsScaleSetsAlong() {
      put("workers", uniform(1));

      HttpResponse accepted =
          send(
              HttpMethod.DELETE,
              "/subscriptions/%s/resourceGroups/%s".formatted(AzureSeedData.SUBSCRIPTION, GROUP));
      time.advance(LONG);

      assertThat(accepted.getStatusCode()).isEqualTo(202);
      assertThat(code(() -> get("workers"))).isEqualTo("404 ResourceGroupNotFound");
    }
  }
}
