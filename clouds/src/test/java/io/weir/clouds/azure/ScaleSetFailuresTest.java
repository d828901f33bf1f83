package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.GROUP;
import static io.weir.clouds.azure.ScaleSetDocuments.SETS;
import static io.weir.clouds.azure.ScaleSetDocuments.json;
import static io.weir.clouds.azure.ScaleSetDocuments.network;
import static io.weir.clouds.azure.ScaleSetDocuments.profile;
import static io.weir.clouds.azure.ScaleSetDocuments.properties;
import static io.weir.clouds.azure.ScaleSetDocuments.uniform;
import static io.weir.clouds.azure.ScaleSetDocuments.withCustomData;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.polling.LongRunningOperationStatus;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetVMInner;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.InstanceState;
import io.weir.clouds.azure.compute.Compute;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong with scale sets: at once, later, or unasked. */
class ScaleSetFailuresTest extends AzureTestBase {

  @Nested
  class Later {
    @Test
    void aZoneWithoutCapacityFailsTheOperationAndLeavesAFailedInstance() {
      ObjectNode set = uniform(2);
      set.putArray("zones").add("1").add("2");
      properties(set).put("zoneBalance", true);
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.NO_CAPACITY)
                  .forAction(Compute.LAUNCH_ACTION)
                  .forResource("workers/westeurope-2"));

      HttpResponse accepted = send(HttpMethod.PUT, SETS + "workers", set);
      time.advance(LONG);

      assertThat(accepted.getStatusCode()).isEqualTo(201);
      assertThat(operation(accepted).path("status").asText()).isEqualTo("Failed");
      assertThat(operation(accepted).at("/error/code").asText()).isEqualTo("ZonalAllocationFailed");
      assertThat(get("workers").provisioningState()).isEqualTo("Failed");
      assertThat(get("workers").sku().capacity()).isEqualTo(2);
      assertThat(instances("workers"))
          .extracting(VirtualMachineScaleSetVMInner::provisioningState)
          .containsExactly("Succeeded", "Failed");
    }

    @Test
    void withoutStrictBalanceAnotherZoneServes() {
      ObjectNode set = uniform(2);
      set.putArray("zones").add("1").add("2");
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.NO_CAPACITY)
                  .forAction(Compute.LAUNCH_ACTION)
                  .forResource("workers/westeurope-2"));

      put("workers", set);

      assertThat(instances("workers"))
          .extracting(one -> one.zones().getFirst())
          .containsExactly("1", "1");
    }

    @Test
    void aRegionWithoutCapacityIsToldToTheSdk() {
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.NO_CAPACITY)
                  .forAction(Compute.LAUNCH_ACTION)
                  .forResource("workers/westeurope"));

      var poller =
          azure.getVirtualMachineScaleSets().beginCreateOrUpdate(GROUP, "workers", sdk(uniform(1)));
      time.advance(LONG);

      assertThat(poller.poll().getStatus()).isEqualTo(LongRunningOperationStatus.FAILED);
      assertThat(instances("workers").getFirst().provisioningState()).isEqualTo("Failed");
    }

    @Test
    void aFailedInstanceIsDeletedByNameAndTheScaleSetRecovers() {
      cloud.faults().add(CloudFault.of(Kind.NO_CAPACITY).times(1));
      put("workers", uniform(2));
      int failed = get("workers").sku().capacity().intValue();

      azure
          .getVirtualMachineScaleSets()
          .deleteInstancesWithResponseAsync(GROUP, "workers", ids("0"), null)
          .block();
      time.advance(LONG);

      assertThat(failed).isEqualTo(2);
      assertThat(get("workers").provisioningState()).isEqualTo("Succeeded");
      assertThat(get("workers").sku().capacity()).isEqualTo(1);
    }

    @Test
    void aQuotaThatWasLoweredMeanwhileFailsTheOperation() {
      HttpResponse accepted = send(HttpMethod.PUT, SETS + "workers", uniform(2));
      cloud.admin().setQuota("standardDSv3Family", 3);
      time.advance(LONG);

      assertThat(operation(accepted).at("/error/code").asText()).isEqualTo("OperationNotAllowed");
      assertThat(operation(accepted).at("/error/message").asText())
          .contains("exceeding approved standardDSv3Family Cores quota")
          .contains("Current Limit: 3, Current Usage: 2, Additional Required: 2");
    }

    @Test
    void anExtensionThatFailsLeavesARunningMachineThatIsNotProvisioned() {
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.FAILED_OPERATION)
                  .forAction(Compute.EXTENSION_ACTION)
                  .forResource("workers/CAPZ.Linux.Bootstrapping"));

      HttpResponse accepted = send(HttpMethod.PUT, SETS + "workers", withExtension(uniform(1)));
      time.advance(LONG);

      assertThat(operation(accepted).at("/error/code").asText())
          .isEqualTo("VMExtensionProvisioningError");
      assertThat(instances("workers").getFirst().provisioningState()).isEqualTo("Failed");
      assertThat(cloud.instances())
          .extracting(InstanceState::phase)
          .containsExactly(InstanceState.Phase.RUNNING);
    }

    @Test
    void anExtensionThatIsSlowHoldsTheOperationUp() {
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.SLOW_BOOT)
                  .forAction(Compute.EXTENSION_ACTION)
                  .withDelay(Duration.ofMinutes(10)));

      HttpResponse accepted = send(HttpMethod.PUT, SETS + "workers", withExtension(uniform(1)));
      time.advance(LONG);
      JsonNode early = operation(accepted);
      time.advance(Duration.ofMinutes(10));

      assertThat(early.path("status").asText()).isEqualTo("InProgress");
      assertThat(operation(accepted).path("status").asText()).isEqualTo("Succeeded");
    }

    @Test
    void anOperationFailsThoughItDidWhatItWasTo() {
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.FAILED_OPERATION)
                  .forAction("VirtualMachineScaleSets_CreateOrUpdate")
                  .forResource("workers")
                  .times(1));

      HttpResponse accepted = send(HttpMethod.PUT, SETS + "workers", uniform(1));
      time.advance(LONG);

      assertThat(operation(accepted).at("/error/code").asText())
          .isEqualTo("InternalExecutionError");
      assertThat(get("workers").provisioningState()).isEqualTo("Failed");
      assertThat(instances("workers")).hasSize(1);
    }
  }

  @Nested
  class Unasked {
    @Test
    void anEvictedMachineIsDeallocatedAndStillCounts() {
      ObjectNode set = spot("Deallocate");
      put("workers", set);

      boolean evicted = cloud.admin().evict(cloud.instances().getFirst().id());
      time.advance(LONG);

      assertThat(evicted).isTrue();
      assertThat(get("workers").sku().capacity()).isEqualTo(1);
      assertThat(
              azure
                  .getVirtualMachineScaleSetVMs()
                  .getInstanceView(GROUP, "workers", "0")
                  .statuses())
          .extracting(status -> status.code())
          .containsExactly("ProvisioningState/succeeded", "PowerState/deallocated");
    }

    @Test
    void anEvictedMachineIsDeletedIfItsPolicyWantsThat() {
      put("workers", spot("Delete"));

      boolean evicted = cloud.admin().evict(cloud.instances().getFirst().id());
      time.advance(LONG);

      assertThat(evicted).isTrue();
      assertThat(get("workers").sku().capacity()).isZero();
      assertThat(instances("workers")).isEmpty();
    }

    @Test
    void aMachineThatIsNotSpotIsNotEvicted() {
      put("workers", uniform(1));

      assertThat(cloud.admin().evict(cloud.instances().getFirst().id())).isFalse();
    }

    @Test
    void aKilledMachineIsNotReplaced() {
      put("workers", uniform(1));

      boolean killed = cloud.killInstance(cloud.instances().getFirst().id());
      time.advance(LONG);

      assertThat(killed).isTrue();
      assertThat(cloud.instances())
          .extracting(InstanceState::phase)
          .containsExactly(InstanceState.Phase.FAILED);
      assertThat(get("workers").provisioningState()).isEqualTo("Succeeded");
    }
  }

  @Nested
  class AtOnce {
    @Test
    void isRefusedWhatQuotaForbids() {
      assertThat(refusal(uniform(501))).isEqualTo("409 OperationNotAllowed");
    }

    @Test
    void isRefusedASizeThatCannotBeHadInAZone() {
      cloud.admin().restrictSize("Standard_D2s_v3", "westeurope", "2");
      ObjectNode set = uniform(1);

      put("workers", set);
      set.putArray("zones").add("1").add("2");

      assertThat(refusal(set)).isEqualTo("409 SkuNotAvailable");
    }

    @ParameterizedTest
    @CsvSource({
      "/location, \"mars\", 400 LocationNotAvailableForResourceType",
      "/sku/name, \"Standard_None\", 400 InvalidParameter",
      "/sku/capacity, 1001, 409 OperationNotAllowed",
      "/sku/capacity, -1, 400 InvalidParameter",
      "/zones, [\"4\"], 400 InvalidAvailabilityZone",
      "/properties/zoneBalance, true, 400 InvalidParameter",
      "/properties/upgradePolicy, {}, 400 InvalidParameter",
      "/properties/virtualMachineProfile/evictionPolicy, \"Delete\", 400 InvalidParameter",
      "/properties/virtualMachineProfile/osProfile/customData, \"*\", 400 InvalidParameter",
      "/properties/virtualMachineProfile/osProfile/adminUsername, \"\", 400 InvalidParameter",
      "/properties/virtualMachineProfile/osProfile/linuxConfiguration, {}, 400 InvalidParameter"
    })
    void isRefusedWhatCannotBe(String path, String value, String expected) {
      ObjectNode set = uniform(1);
      int slash = path.lastIndexOf('/');
      ((ObjectNode) set.at(path.substring(0, slash))).set(path.substring(slash + 1), json(value));

      assertThat(refusal(set)).isEqualTo(expected);
    }

    @Test
    void isRefusedCustomDataThatIsTooLong() {
      assertThat(refusal(withCustomData(uniform(1), "x".repeat(65_536))))
          .isEqualTo("400 InvalidParameter");
      assertThat(refusal(withCustomData(uniform(1), "x".repeat(65_535)))).isEmpty();
    }

    @Test
    void isRefusedAReferenceToNothing() {
      ObjectNode set = uniform(1);
      ((ObjectNode)
              set.at(
                  "/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0/properties/ipConfigurations/0/properties/subnet"))
          .put("id", network() + "/virtualNetworks/workload-vnet/subnets/none");

      assertThat(refusal(set)).isEqualTo("400 InvalidResourceReference");
    }

    @Test
    void isRefusedAnImageThatDoesNotExist() {
      ObjectNode set = uniform(1);
      ((ObjectNode) profile(set).at("/storageProfile/imageReference"))
          .put("communityGalleryImageId", "/CommunityGalleries/none/Images/none/Versions/1.35.4");

      assertThat(refusal(set)).isEqualTo("404 ImageNotFound");
    }

    @Test
    void isRefusedAnUnknownInstance() {
      put("workers", uniform(1));

      HttpResponse refused =
          send(HttpMethod.POST, SETS + "workers/delete", json("{\"instanceIds\": [\"7\"]}"));

      assertThat(refused.getStatusCode()).isEqualTo(400);
      assertThat(body(refused).at("/error/message").asText())
          .isEqualTo(
              "The provided instanceId 7 is not an active Virtual Machine Scale Set VM"
                  + " instanceId.");
    }

    @ParameterizedTest
    @CsvSource({
      "/properties/virtualMachineProfile/osProfile/computerNamePrefix, \"other\"",
      "/properties/virtualMachineProfile/osProfile/adminUsername, \"other\"",
      "/properties/singlePlacementGroup, true"
    })
    void isRefusedAChangeOfWhatCannotChange(String path, String value) {
      put("workers", uniform(1));
      ObjectNode set = uniform(1);
      int slash = path.lastIndexOf('/');
      ((ObjectNode) set.at(path.substring(0, slash))).set(path.substring(slash + 1), json(value));

      assertThat(refusal(set)).isEqualTo("409 PropertyChangeNotAllowed");
    }

    @Test
    void isRefusedToLeaveAZone() {
      ObjectNode set = uniform(1);
      set.putArray("zones").add("1").add("2");
      put("workers", set);
      set.putArray("zones").add("2");

      assertThat(refusal(set)).isEqualTo("409 PropertyChangeNotAllowed");
      set.putArray("zones").add("1").add("2").add("3");
      assertThat(refusal(set)).isEmpty();
    }
  }

  private String refusal(ObjectNode set) {
    HttpResponse answer = send(HttpMethod.PUT, SETS + "workers", set);
    return answer.getStatusCode() < 300
        ? ""
        : answer.getStatusCode() + " " + body(answer).at("/error/code").asText();
  }

  private static ObjectNode spot(String evictionPolicy) {
    ObjectNode set = uniform(1);
    profile(set).put("priority", "Spot").put("evictionPolicy", evictionPolicy);
    return set;
  }

  private static ObjectNode withExtension(ObjectNode set) {
    profile(set)
        .set(
            "extensionProfile",
            json(
                """
                {"extensions": [{"name": "CAPZ.Linux.Bootstrapping", "properties": {
                  "publisher": "Microsoft.Azure.ContainerUpstream", "type": "CAPZ.Linux.Bootstrapping",
                  "typeHandlerVersion": "1.0", "protectedSettings": {"commandToExecute": "true"}}}]}
                """));
    return set;
  }
}
