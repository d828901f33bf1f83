package io.weir.provider.azure.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.PlanStep;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetAnnotations;
import io.weir.provider.azure.scaleset.ScaleSetStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureReporterTest {

  private final PrerequisiteException noData =
      PrerequisiteException.waiting("WaitingForBootstrapData", "MachinePool has no data yet");

  private final PrerequisiteException noImage =
      PrerequisiteException.needsUserAction("ImageNotFound", "no such image: set another");

  private final ProviderException refused =
      new ProviderException.Rejected("no quota; ask Azure for a higher quota", null);

  private final ProviderException throttled =
      new ProviderException.Throttled("too many", Duration.ofSeconds(5), null);

  private static PoolFixture plain() {
    return PoolFixture.plain();
  }

  private static PoolFixture larger() {
    return plain().withTemplate("{\"vmSize\": \"Standard_D4s_v3\"}");
  }

  private static ReportFixture wellPool() {
    return ReportFixture.of(plain());
  }

  private static ScaleSetStep create(DesiredScaleSet want) {
    return new ScaleSetStep.CreateScaleSet(want, Map.of(), 3, "it does not exist");
  }

  private static ScaleSetStep resize() {
    return new ScaleSetStep.SetCapacity(
        "pool-a", "Standard_D2s_v3", 5, Set.of(), "", "5 instances wanted");
  }

  private static ScaleSetStep endInstances() {
    return new ScaleSetStep.DeleteInstances("pool-a", List.of("0"), Instant.EPOCH, "1 is to go");
  }

  private static ScaleSetStep delete() {
    return new ScaleSetStep.DeleteScaleSet("pool-a", 3, "the pool is being deleted");
  }

  @Nested
  class Fields {

    @Test
    void ofAUniformSetAreUpstreams() {
      ProviderReport report = wellPool().report();

      assertThat(report.spec().toPrettyString())
          .isEqualTo(
              """
              {
                "providerIDList" : [ "azure:///subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/w1-rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a/virtualMachines/0", "azure:///subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/w1-rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a/virtualMachines/1", "azure:///subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/w1-rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a/virtualMachines/2" ],
                "providerID" : "azure:///subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/w1-rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a"
              }\
              """);
      assertThat(report.status().toPrettyString())
          .isEqualTo(
              """
              {
                "ready" : true,
                "replicas" : 3,
                "provisioningState" : "Succeeded",
                "image" : {
                  "computeGallery" : {
                    "gallery" : "ClusterAPI-f72ceb4f-5159-4c26-a0fe-2ea738f0d019",
                    "name" : "capi-ubun2-2404",
                    "version" : "1.34.2"
                  }
                },
                "lastReconciledReplicas" : 3,
                "failureReason" : null,
                "failureMessage" : null,
                "longRunningOperationStates" : null,
                "infrastructureMachineKind" : null
              }\
              """);
      assertThat(report.replicas()).isEmpty();
    }

    @Test
    void ofAFlexibleSetNameItsVirtualMachines() {
      ProviderReport report =
          ReportFixture.of(plain().withSpec(spec -> spec.put("orchestrationMode", "Flexible")))
              .report();

      assertThat(report.spec().path("providerIDList").path(0).asText())
          .isEqualTo(
              "azure:///subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/w1-rg/providers/Microsoft.Compute/virtualMachines/pool-a_00000000");
      assertThat(report.spec().path("providerID").asText())
          .endsWith("/virtualMachineScaleSets/pool-a");
    }

    @Test
    void areTheSameEachTime() {
      ReportFixture pool = wellPool();

      assertThat(pool.report()).isEqualTo(pool.report());
    }

    @Test
    void nameThoseOnTheirWayOutForAsLongAsThereAreAny() {
      ReportFixture pool = wellPool();
      pool.instance(1).put("provisioningState", "Deleting");

      ProviderReport report = pool.report();

      assertThat(report.annotations().get("weir.io/leaving").orElseThrow())
          .endsWith("/virtualMachines/1");
      assertThat(report.spec().path("providerIDList")).hasSize(3);
      assertThat(report.status().path("replicas").asInt()).isEqualTo(2);
      assertThat(wellPool().report().annotations())
          .containsEntry("weir.io/leaving", Optional.empty());
    }

    @Test
    void stayAsTheyAreBeforeTheFirstLook() {
      ProviderReport report = ReportFixture.unobserved().report();

      assertThat(report.spec()).isEmpty();
      assertThat(report.status()).isEmpty();
      assertThat(report.annotations()).isEmpty();
      assertThat(report.conditions()).isEmpty();
      assertThat(report.inapplicable()).isEmpty();
    }

    @Test
    void ofSomebodyElsesSetAreNotTaken() {
      ReportFixture pool = wellPool();
      ((ObjectNode) pool.set.document().path("tags")).put("weir.io_pool", "AzureMachinePool/b/c");

      ProviderReport report = pool.report();

      assertThat(report.spec()).isEmpty();
      assertThat(report.status()).isEmpty();
      assertThat(report.annotations()).isEmpty();
    }

    @Test
    void ofASetThatIsGoneSaySo() {
      assertThat(ReportFixture.absent().report().status())
          .hasToString(
              "{\"ready\":false,\"replicas\":0,\"provisioningState\":null,\"failureReason\":null,\"failureMessage\":null,\"longRunningOperationStates\":null,\"infrastructureMachineKind\":null}");
    }

    @Test
    void leaveTheLastCompleteSizeWhileTheSetHasAnother() {
      ProviderReport report = wellPool().wanting(plain().withReplicas(5)).report();

      assertThat(report.status().has("lastReconciledReplicas")).isFalse();
      assertThat(report.status().path("provisioningState").asText()).isEqualTo("Updating");
    }

    @Test
    void passOnTheSizeThatSomebodyElseSets() {
      PoolFixture pool = plain().externallySized();
      ReportFixture seen = ReportFixture.of(pool);
      seen.set.apply(resize());

      ProviderReport report = seen.report();

      assertThat(report.replicas()).hasValue(5);
      assertThat(report.status().path("provisioningState").asText()).isEqualTo("Succeeded");
      assertThat(report.status().has("lastReconciledReplicas")).isFalse();
      assertThat(seen.withState("Deleting").report().replicas()).isEmpty();
      assertThat(seen.deleting().report().replicas()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
      "Succeeded, true",
      "Updating, true",
      "Migrating, true",
      "Creating, false",
      "Deleting, false",
      "Failed, true",
      "Canceled, true",
    })
    void areReadyOnceTheSetServes(String state, boolean ready) {
      assertThat(wellPool().withState(state).report().status().path("ready").asBoolean())
          .isEqualTo(ready);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Failed", "Canceled"})
    void areNotReadyWhereNothingRuns(String state) {
      ReportFixture pool = ReportFixture.of(plain().withReplicas(0)).withState(state);

      assertThat(pool.report().status().path("ready").asBoolean()).isFalse();
    }

    @Test
    void areNotReadyWhileThePoolIsBeingDeleted() {
      assertThat(wellPool().deleting().report().status().path("ready").asBoolean()).isFalse();
    }

    @Test
    void tellHowManyAreUpToDateWhileNotAllAre() {
      ReportFixture pool = wellPool();
      assertThat(pool.report().annotations())
          .containsEntry("weir.io/up-to-date-replicas", Optional.empty());

      pool.wanting(larger());
      assertThat(pool.report().annotations())
          .containsEntry("weir.io/up-to-date-replicas", Optional.of("0"));

      pool.set.converge(larger().desired());
      pool.set.apply(
          new ScaleSetStep.SetCapacity(
              "pool-a", "Standard_D4s_v3", 4, Set.of(), "", "one more than wanted"));
      assertThat(pool.report().annotations())
          .containsEntry("weir.io/up-to-date-replicas", Optional.of("1"));
    }

    @Test
    void forgetWhatIsNeitherWantedNorThereAnyMore() {
      PoolFixture tagged = plain().withSpec(spec -> spec.putObject("additionalTags").put("a", "b"));
      ReportFixture pool = ReportFixture.of(tagged);
      String key = "sigs.k8s.io/cluster-api-provider-azure-last-applied-tags-vmss";
      assertThat(pool.report().annotations()).containsEntry(key, Optional.of("{\"a\":\"b\"}"));

      pool.wanting(plain());
      assertThat(pool.report().annotations()).containsEntry(key, Optional.of("{\"a\":\"b\"}"));

      pool.set.converge(plain().desired());
      pool.set.setBusy(true);
      assertThat(pool.report().annotations()).containsEntry(key, Optional.of("{\"a\":\"b\"}"));

      pool.set.setBusy(false);
      assertThat(pool.report().annotations()).containsEntry(key, Optional.empty());
      assertThat(pool.report().annotations().keySet()).containsAll(ScaleSetAnnotations.KEYS);
    }
  }

  @Nested
  class Image {

    private String of(PoolFixture pool) {
      return ReportFixture.of(pool).report().status().path("image").toString();
    }

    @Test
    void isNamedAsThePoolWouldNameIt() {
      assertThat(of(PoolFixture.of("marketplace-plan-image")))
          .isEqualTo(
              "{\"marketplace\":{\"publisher\":\"kinvolk\",\"offer\":\"flatcar\",\"sku\":\"stable-gen2\",\"version\":\"latest\",\"thirdPartyImage\":true}}");
      assertThat(of(plain().withTemplate("{\"image\": {\"id\": \"/subscriptions/s/images/a\"}}")))
          .isEqualTo("{\"id\":\"/subscriptions/s/images/a\"}");
      assertThat(
              of(
                  plain()
                      .withTemplate(
                          """
                          {"image": {"computeGallery": {"subscriptionID": "s", "resourceGroup": "g", "gallery": "a", "name": "b",
                           "version": "1.0.0", "plan": {"publisher": "p", "offer": "o", "sku": "k"}}}}
                          """)))
          .isEqualTo(
              "{\"computeGallery\":{\"subscriptionID\":\"s\",\"resourceGroup\":\"g\",\"gallery\":\"a\",\"name\":\"b\",\"version\":\"1.0.0\",\"plan\":{\"publisher\":\"p\",\"offer\":\"o\",\"sku\":\"k\"}}}");
    }

    @Test
    void thatHasNoNameIsNotTold() {
      ReportFixture pool = wellPool();
      ((ObjectNode) pool.set.document().at("/properties/virtualMachineProfile/storageProfile"))
          .remove("imageReference");

      assertThat(pool.report().status().path("image").isNull()).isTrue();
    }
  }

  @Nested
  class Conditions {

    @Test
    void areTrueWhenAllIsAsAskedFor() {
      assertThat(wellPool().conditions())
          .isEqualTo(
              """
              Ready True
              BootstrapSucceeded True
              ScaleSetRunning True
              ScaleSetModelUpdated True
              ScaleSetDesiredReplicas True
              InstancesUpToDate True
              """);
      assertThat(wellPool().report().inapplicable()).isEmpty();
    }

    @Test
    void tellWhatIsWaitedForBeforeTheSetIsMade() {
      assertThat(ReportFixture.unobserved().blockedBy(noData).conditions())
          .isEqualTo(
              """
              Ready False Info WaitingForBootstrapData: MachinePool has no data yet
              BootstrapSucceeded False Info WaitingForBootstrapData: MachinePool has no data yet
              """);
      assertThat(ReportFixture.absent().blockedBy(noImage).conditions())
          .isEqualTo(
              """
              Ready False Error ImageNotFound: no such image: set another
              BootstrapSucceeded False Error ImageNotFound: no such image: set another
              ScaleSetRunning False Info ScaleSetCreating: scale set pool-a does not exist yet
              """);
      assertThat(ReportFixture.absent().wanting(plain().withDataOfVersion("v1.33.0")).conditions())
          .startsWith(
              "Ready False Info WaitingForBootstrapData: waiting for bootstrap data for v1.34.2:");
    }

    @Test
    void tellThatTheSetIsNotThereYet() {
      ReportFixture pool = ReportFixture.absent();

      assertThat(pool.conditions())
          .isEqualTo(
              """
              Ready False Info Creating: scale set pool-a does not exist yet
              BootstrapSucceeded False Info Creating: scale set pool-a does not exist yet
              ScaleSetRunning False Info ScaleSetCreating: scale set pool-a does not exist yet
              """);
      assertThat(pool.report().inapplicable())
          .containsExactlyInAnyOrder(
              "ScaleSetModelUpdated", "ScaleSetDesiredReplicas", "InstancesUpToDate");
    }

    @Test
    void tellThatAzureIsMakingIt() {
      ReportFixture pool = wellPool().withState("Creating");
      pool.set.instances().clear();

      assertThat(pool.conditions())
          .isEqualTo(
              """
              Ready False Info Creating: Azure is creating scale set pool-a
              BootstrapSucceeded False Info Creating: Azure is creating scale set pool-a
              ScaleSetRunning False Info ScaleSetCreating: Azure is creating scale set pool-a
              ScaleSetModelUpdated True
              ScaleSetDesiredReplicas False Info ScaleSetScalingUp: 0 of 3 instances are there
              InstancesUpToDate True
              """);
    }

    @Test
    void tellWhatAzureRefusesToMake() {
      DesiredScaleSet want = plain().desired();

      assertThat(ReportFixture.absent().failing(create(want), refused).conditions())
          .startsWith(
              """
              Ready False Error Failed: cannot create scale set pool-a: no quota; ask Azure for a higher quota
              BootstrapSucceeded False Error Failed: cannot create scale set pool-a: no quota; ask Azure for a higher quota
              """);
      assertThat(ReportFixture.absent().failing(create(want), throttled).conditions())
          .startsWith("Ready False Warning Failed: cannot create scale set pool-a: too many");
    }

    @Test
    void tellThatAzureCannotBeAsked() {
      var denied = new ProviderException.Denied("no role; give it one", null);

      assertThat(ReportFixture.unobserved().failingToRead(denied).conditions())
          .isEqualTo(
              """
              Ready Unknown Failed: cannot observe azure in westeurope: no role; give it one
              BootstrapSucceeded Unknown Failed: cannot observe azure in westeurope: no role; give it one
              """);
      assertThat(ReportFixture.unobserved().failingToRead(throttled).conditions()).isBlank();
      assertThat(wellPool().failingToRead(denied).conditions())
          .startsWith("Ready False Error Failed: cannot observe azure in westeurope");
    }

    @Test
    void tellWhoseTheSetIs() {
      ReportFixture pool = wellPool();
      ((ObjectNode) pool.set.document().path("tags")).put("weir.io_pool", "AzureMachinePool/b/c");

      assertThat(pool.conditions().lines())
          .hasSize(3)
          .allMatch(
              line -> line.contains("False Error NotOwned: scale set pool-a belongs to pool"));
      assertThat(pool.report().inapplicable()).hasSize(3);
      assertThat(pool.deleting().conditions().lines())
          .hasSize(3)
          .allMatch(line -> line.contains("False Info NotOwned: left alone: scale set pool-a"));
    }

    @Test
    void doNotFlapForAHiccup() {
      String well = wellPool().conditions();

      assertThat(wellPool().failing(resize(), throttled).conditions()).isEqualTo(well);
      assertThat(wellPool().failingToRead(throttled).conditions()).isEqualTo(well);
      assertThat(wellPool().withState("Updating").conditions()).isEqualTo(well);
    }

    @Test
    void warnOfWhatDoesNotLast() {
      var reverted = new ProviderException.Reverted("somebody takes it back");

      assertThat(wellPool().failing(resize(), reverted).conditions())
          .startsWith(
              "Ready True: cannot set the capacity of scale set pool-a to 5: somebody takes it"
                  + " back\n"
                  + "BootstrapSucceeded True\n");
    }

    @Test
    void doNotTakeWhatDoesNotLastForAFailure() {
      var reverted = new ProviderException.Reverted("somebody takes it back");

      assertThat(ReportFixture.absent().failing(create(plain().desired()), reverted).conditions())
          .contains("BootstrapSucceeded False Info Creating: scale set pool-a does not exist yet");
    }

    @Test
    void printWhatOthersHaveWritten() {
      ReportFixture failed =
          wellPool()
              .failed(0, "ProvisioningState/failed/X", "a\u001b[31mb\u202ec" + "d".repeat(900));
      ReportFixture another = wellPool();
      ((ObjectNode) another.set.document().path("tags")).put("weir.io_pool", "a\u001b[31mb\u202ec");

      assertThat(failed.conditions()).contains("a?[31mb?cddd").hasSizeLessThan(2000);
      assertThat(another.conditions()).contains("belongs to pool a?[31mb?c:");
    }
  }

  @Nested
  class Running {

    @Test
    void namesInstancesThatFailWithWhatToDo() {
      ReportFixture pool =
          wellPool()
              .withState("Failed")
              .failed(1, "ProvisioningState/failed/AllocationFailed", "There is no room.");

      assertThat(pool.conditions())
          .isEqualTo(
              """
              Ready False Warning ScaleSetProvisionFailed: 2 of 3 instances are running: Azure calls scale set pool-a failed; pool-a_1: There is no room. (AllocationFailed); Azure has no room at the moment: another AzureMachinePool spec.template.vmSize or more zones in MachinePool spec.failureDomains may have
              BootstrapSucceeded True
              ScaleSetRunning False Warning ScaleSetProvisionFailed: 2 of 3 instances are running: Azure calls scale set pool-a failed; pool-a_1: There is no room. (AllocationFailed); Azure has no room at the moment: another AzureMachinePool spec.template.vmSize or more zones in MachinePool spec.failureDomains may have
              ScaleSetModelUpdated True
              ScaleSetDesiredReplicas True
              InstancesUpToDate True
              """);
    }

    @Test
    void namesAFewOfManyThatFail() {
      ReportFixture pool = ReportFixture.of(plain().withReplicas(5));
      for (int i = 0; i < 5; i++) {
        pool.failed(i, "ProvisioningState/failed/QuotaExceeded", "The quota is 10.");
      }

      assertThat(pool.conditions())
          .contains(
              "ScaleSetRunning False Warning ScaleSetProvisionFailed: 0 of 5 instances are running:"
                  + " pool-a_0: The quota is 10. (QuotaExceeded); ask Azure for a higher quota, or"
                  + " make the pool smaller; pool-a_1")
          .contains("; and 2 more instances\n")
          .doesNotContain("pool-a_3");
    }

    @Test
    void tellsThatSomebodyElseDeletesTheSet() {
      assertThat(wellPool().withState("Deleting").conditions())
          .isEqualTo(
              """
              Ready False Warning Deleting: scale set pool-a is being deleted by somebody else; Weir recreates it once it is gone
              BootstrapSucceeded False Warning Deleting: scale set pool-a is being deleted by somebody else; Weir recreates it once it is gone
              ScaleSetRunning False Info ScaleSetDeleting: scale set pool-a is being deleted
              """);
    }
  }

  @Nested
  class Model {

    private String line(ReportFixture pool) {
      return pool.conditions()
          .lines()
          .filter(each -> each.startsWith("ScaleSetModelUpdated"))
          .findFirst()
          .orElse("");
    }

    @Test
    void thatIsToBeUpdatedLeavesThePoolReady() {
      ReportFixture pool = wellPool().wanting(larger());

      assertThat(pool.conditions())
          .isEqualTo(
              """
              Ready True
              BootstrapSucceeded True
              ScaleSetRunning True
              ScaleSetModelUpdated False Info ScaleSetModelOutOfDate: the model of scale set pool-a is not as the pool asks for: sku.name; Weir updates it
              ScaleSetDesiredReplicas True
              InstancesUpToDate False Info InstancesOutdated: 0 of 3 instances are made from what the pool asks for; Weir replaces the others once the scale set has its model: see ScaleSetModelUpdated
              """);
      assertThat(line(pool.withState("Updating")))
          .endsWith("; Weir updates it once Azure is done with what is under way");
    }

    @Test
    void thatAzureRefusesSaysWhy() {
      ReportFixture pool = wellPool().wanting(larger());
      PlanStep step = pool.set.plan(larger().desired()).getFirst();

      assertThat(pool.failing(step, refused).conditions())
          .startsWith(
              "Ready False Error ScaleSetModelOutOfDate: cannot update the model of scale set"
                  + " pool-a: no quota")
          .contains("\nBootstrapSucceeded True\n");
    }

    @Test
    void waitsForBootstrapDataOfItsVersion() {
      ReportFixture pool =
          wellPool().wanting(plain().withVersion("v1.35.0").withDataOfVersion("v1.34.2"));

      assertThat(line(pool))
          .startsWith(
              "ScaleSetModelUpdated False Info WaitingForBootstrapData: waiting for bootstrap data"
                  + " for v1.35.0: the writer of Secret team/bootstrap still provides it for"
                  + " v1.34.2");
      assertThat(pool.conditions()).startsWith("Ready True\n");
    }

    @Test
    void thatCannotChangeSaysWhichFieldAndWhatToDo() {
      ReportFixture pool =
          wellPool().wanting(plain().withSpec(spec -> spec.put("orchestrationMode", "Flexible")));

      assertThat(pool.conditions())
          .startsWith(
              "Ready False Error FixedSettingsDiffer: spec.orchestrationMode is Flexible, and the"
                  + " scale set has Uniform, which Azure fixes when a scale set is made: recreate"
                  + " the pool, or set the field back");
      assertThat(line(pool)).contains("FixedSettingsDiffer: spec.orchestrationMode is Flexible");
    }

    @Test
    void isUnknownWhileSomethingIsMissing() {
      assertThat(wellPool().blockedBy(noImage).conditions())
          .isEqualTo(
              """
              Ready False Error ImageNotFound: no such image: set another
              BootstrapSucceeded False Error ImageNotFound: no such image: set another
              ScaleSetRunning True
              ScaleSetModelUpdated Unknown ImageNotFound: what the model of the scale set should be is unknown: no such image: set another
              ScaleSetDesiredReplicas True
              InstancesUpToDate Unknown ImageNotFound: what instances should be made from is unknown: no such image: set another
              """);
    }
  }

  @Nested
  class Size {

    private String line(ReportFixture pool) {
      return pool.conditions()
          .lines()
          .filter(each -> each.startsWith("ScaleSetDesiredReplicas"))
          .findFirst()
          .orElse("");
    }

    @Test
    void thatGrowsOrShrinksLeavesThePoolReady() {
      ReportFixture growing = wellPool().wanting(plain().withReplicas(5));
      ReportFixture shrinking = wellPool().wanting(plain().withReplicas(2));

      assertThat(growing.conditions()).startsWith("Ready True\n");
      assertThat(line(growing))
          .isEqualTo(
              "ScaleSetDesiredReplicas False Info ScaleSetScalingUp: 3 of 5 instances are there");
      assertThat(shrinking.conditions()).startsWith("Ready True\n");
      assertThat(line(shrinking))
          .isEqualTo(
              "ScaleSetDesiredReplicas False Info ScaleSetScalingDown: 3 instances are there, 2 are"
                  + " asked for");
    }

    @Test
    void thatAzureRefusesSaysWhy() {
      ReportFixture growing =
          wellPool().wanting(plain().withReplicas(5)).failing(resize(), refused);
      ReportFixture shrinking =
          wellPool().wanting(plain().withReplicas(2)).failing(endInstances(), refused);

      assertThat(growing.conditions())
          .startsWith(
              "Ready False Error ScaleSetScalingUp: 3 of 5 instances are there: cannot set the"
                  + " capacity of scale set pool-a to 5: no quota");
      assertThat(line(shrinking))
          .isEqualTo(
              "ScaleSetDesiredReplicas False Error ScaleSetScalingDown: 3 instances are there, 2"
                  + " are asked for: cannot delete instance 0 of scale set pool-a: no quota; ask"
                  + " Azure for a higher quota");
    }

    @Test
    void countsNoMachineThatPeopleHaveStopped() {
      ReportFixture pool = wellPool().powered(0, "deallocated");

      assertThat(line(pool))
          .isEqualTo(
              "ScaleSetDesiredReplicas False Warning ScaleSetScalingUp: 2 of 3 instances are there,"
                  + " and 1 is stopped: start it in Azure, or delete it there");
      assertThat(pool.conditions()).startsWith("Ready False Warning ScaleSetScalingUp");
    }

    @Test
    void thatSomebodyElseSetsIsWhatAzureWasAskedFor() {
      ReportFixture pool = ReportFixture.of(plain().externallySized());
      pool.set.apply(resize());

      assertThat(line(pool)).isEqualTo("ScaleSetDesiredReplicas True");
    }
  }

  @Nested
  class Instances {

    private ReportFixture inARollout() {
      ReportFixture pool = wellPool().wanting(larger());
      pool.set.converge(larger().desired());
      return pool;
    }

    private String line(ReportFixture pool) {
      return pool.conditions().lines().reduce((_, last) -> last).orElse("");
    }

    @Test
    void thatAreReplacedAreCounted() {
      assertThat(line(inARollout().rolling(false, "1 is being replaced")))
          .isEqualTo(
              "InstancesUpToDate False Info RollingOut: 0 of 3 instances are made from what the"
                  + " pool asks for; 1 is being replaced");
      assertThat(line(inARollout().rolling(true, "1 does not become available")))
          .isEqualTo(
              "InstancesUpToDate False Warning RolloutStalled: 0 of 3 instances are made from what"
                  + " the pool asks for; 1 does not become available");
      assertThat(inARollout().conditions()).startsWith("Ready True\n");
    }

    @Test
    void ofWhichNothingTellsAreNamed() {
      ReportFixture pool = wellPool();
      ((ObjectNode) pool.set.document().path("tags")).remove("weir.io_model-generations");

      assertThat(line(pool))
          .isEqualTo(
              "InstancesUpToDate True: nothing tells what 3 of 3 instances were made from: delete"
                  + " the AzureMachinePoolMachines of those that are to be replaced");
    }

    @Test
    void thatAreOutdatedSayWhoReplacesThem() {
      assertThat(line(inARollout()))
          .isEqualTo(
              "InstancesUpToDate False Info InstancesOutdated: 0 of 3 instances are made from what"
                  + " the pool asks for; Weir replaces the others");
      assertThat(line(wellPool().wanting(larger()).rolling(false, "3 wanted")))
          .isEqualTo(
              "InstancesUpToDate False Info InstancesOutdated: 0 of 3 instances are made from what"
                  + " the pool asks for; Weir replaces the others once the scale set has its model:"
                  + " see ScaleSetModelUpdated");
    }

    @Test
    void thatAreOutdatedAndStaySayHowToReplaceThem() {
      ReportFixture pool = wellPool().wanting(larger().keepingOutdated());
      assertThat(line(pool))
          .isEqualTo(
              "InstancesUpToDate False Info InstancesOutdated: 0 of 3 instances are made from what"
                  + " the pool asks for; the scale set does not have its model yet: see"
                  + " ScaleSetModelUpdated");

      pool.set.converge(larger().keepingOutdated().desired());
      assertThat(line(pool))
          .isEqualTo(
              "InstancesUpToDate False Info InstancesOutdated: 0 of 3 instances are made from what"
                  + " the pool asks for; the others stay, by weir.io/skip-model-reconciliation or"
                  + " the manager's feature gate: delete the AzureMachinePoolMachines of those that"
                  + " are to be replaced");
      assertThat(line(pool.wanting(larger().keepingOutdated().externallySized())))
          .endsWith("feature gate: they go when the pool shrinks");
      assertThat(line(pool.rolling(false, "3 wanted"))).doesNotContain("stay");
    }

    @Test
    void thatAreMoreForARolloutAreNoScaleIn() {
      ReportFixture pool = inARollout().rolling(false, "1 is being replaced");
      pool.set.converge(larger().withReplicas(4).desired());

      assertThat(pool.conditions())
          .contains(
              "\nScaleSetDesiredReplicas False Info RollingOut: 4 instances are there, 3 are asked"
                  + " for; the rollout removes the rest\n");
    }
  }

  @Nested
  class Deletion {

    @Test
    void countsWhatIsLeft() {
      ReportFixture pool = wellPool().withState("Deleting").deleting();

      assertThat(pool.conditions())
          .isEqualTo(
              """
              Ready False Info Deleting: waiting until Azure has deleted scale set pool-a; 3 instances are left
              BootstrapSucceeded False Info Deleting: waiting until Azure has deleted scale set pool-a; 3 instances are left
              ScaleSetRunning False Info ScaleSetDeleting: scale set pool-a is being deleted
              """);
      assertThat(pool.report().inapplicable()).hasSize(3);
    }

    @Test
    void tellsWhatAzureRefuses() {
      var locked = new ProviderException.Denied("it is locked; remove the lock", null);

      assertThat(wellPool().deleting().failing(delete(), locked).conditions())
          .startsWith(
              "Ready False Error DeletionFailed: cannot delete scale set pool-a: it is locked;"
                  + " remove the lock\n");
      assertThat(wellPool().deleting().failing(delete(), throttled).conditions())
          .isEqualTo(
              """
              Ready False Info Deleting: scale set pool-a is to be deleted; 3 instances are left
              BootstrapSucceeded False Info Deleting: scale set pool-a is to be deleted; 3 instances are left
              ScaleSetRunning False Info ScaleSetDeleting: scale set pool-a is to be deleted
              """);
    }

    @Test
    void endsWithASetThatIsGone() {
      assertThat(ReportFixture.absent().deleting().conditions())
          .isEqualTo(
              """
              Ready False Info Deleted: scale set pool-a is gone
              BootstrapSucceeded False Info Deleted: scale set pool-a is gone
              ScaleSetRunning False Info ScaleSetDeleting: scale set pool-a is gone
              """);
    }
  }
}
