package io.weir.provider.azure.account.calls;

import static io.weir.provider.azure.account.calls.AzureFixture.scaleSet;
import static io.weir.provider.azure.account.calls.AzureFixture.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.ManualClock;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.authorization.AllowedActions;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Against the simulated Azure, whose tokens come from Azure's own library. */
class ArmClientTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final ManualClock time = CloudClock.manual(BEGIN);
  private Instant now = BEGIN;
  private final InstantSource source = () -> now;
  private final AzureCloud cloud =
      AzureCloud.builder().clock(time).timing(AzureTiming.real()).pageSize(2).start();
  private final AzureFixture azure =
      new AzureFixture(cloud.endpoint(), source.withZone(ZoneOffset.UTC));

  @AfterEach
  void stop() {
    azure.close();
    cloud.close();
  }

  private void pass(Duration duration) {
    time.advance(duration);
    now = now.plus(duration);
  }

  private ArmAnswer made(String name, int capacity) throws ProviderException {
    return azure.client().put(scaleSet("CreateOrUpdate", name), uniform(capacity));
  }

  @Nested
  class Reading {
    @Test
    void showsFieldsThatNobodyKnows() throws Exception {
      var body = uniform(0);
      body.withObject("/properties").put("inventedLater", "kept");
      var _ = azure.client().put(scaleSet("CreateOrUpdate", "workers"), body);

      JsonNode read = azure.client().get(scaleSet("Get", "workers"));

      assertThat(read.at("/properties/inventedLater").asText()).isEqualTo("kept");
    }

    @Test
    void ofWhatIsNotThereProvesItsAbsence() {
      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "none")))
          .isInstanceOf(ProviderException.NotFound.class)
          .hasMessageStartingWith("VirtualMachineScaleSets_Get: The Resource")
          .hasMessageContaining("(ResourceNotFound)");
    }

    @Test
    void ofAListFollowsItsPages() throws Exception {
      var _ = made("workers", 5);
      pass(Duration.ofMinutes(2));

      var items =
          azure
              .client()
              .list(
                  ArmRequest.of(
                          "VirtualMachineScaleSetVMs_List",
                          ArmApi.COMPUTE,
                          AzureFixture.SETS + "workers/virtualMachines")
                      .with("$expand", "instanceView"));

      assertThat(items).extracting(each -> each.path("instanceId").asText()).hasSize(5);
      assertThat(azure.calls)
          .filteredOn(call -> call.equals("VirtualMachineScaleSetVMs_List"))
          .hasSize(3);
    }

    @Test
    void tellsTheGateWhatIsLeft() throws Exception {
      var _ = made("workers", 0);

      var _ = azure.client().get(scaleSet("Get", "workers"));

      assertThat(azure.outcomes)
          .last()
          .isEqualTo(
              new CallOutcome.Ok(
                  Map.of(
                      "GetVMScaleSetSubscriptionMaximum",
                      2399,
                      "GetVMScaleSetResource",
                      35,
                      "subscription-reads",
                      249)));
    }

    @Test
    void whenItIsOneTooManyNamesTheCountThatIsUsedUp() throws Exception {
      var _ = made("workers", 0);
      var gets = 36;
      for (int get = 0; get < gets; get++) {
        var _ = azure.client().get(scaleSet("Get", "workers"));
      }

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOfSatisfying(
              ProviderException.Throttled.class,
              each ->
                  assertThat(each.retryAfter())
                      .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(6)));
      assertThat(azure.outcomes)
          .filteredOn(CallOutcome.Throttled.class::isInstance)
          .allSatisfy(
              outcome ->
                  assertThat(((CallOutcome.Throttled) outcome).counter())
                      .hasValue("GetVMScaleSetResource"));
    }
  }

  @Nested
  class Writing {
    @Test
    void isFollowedByALaterPassUntilItIsDone() throws Exception {
      ArmAnswer answer = made("workers", 1);
      ArmOperation operation =
          ArmOperation.parse(answer.operation().orElseThrow().text(), AzureFixture.SETS + "workers")
              .orElseThrow();

      assertThat(operation).isEqualTo(answer.operation().orElseThrow());
      assertThat(operation.form()).isEqualTo(ArmOperation.Form.STATUS);
      assertThat(operation.resource()).endsWith("/virtualMachineScaleSets/workers");
      assertThat(azure.client().follow(operation))
          .isEqualTo(new OperationProgress.InProgress(Duration.ofSeconds(10)));
      pass(Duration.ofMinutes(2));
      assertThat(azure.client().follow(operation)).isEqualTo(new OperationProgress.Succeeded());
      time.advance(Duration.ofHours(2));
      now = now.plus(Duration.ofHours(2));
      assertThat(azure.client().follow(operation)).isEqualTo(new OperationProgress.Gone());
    }

    @Test
    void thatIsOnlyMonitoredIsFollowedByTheStatusOfAnswers() throws Exception {
      var _ = made("workers", 1);
      pass(Duration.ofMinutes(2));
      ArmOperation accepted =
          azure.client().delete(scaleSet("Delete", "workers")).operation().orElseThrow();
      var monitored =
          new ArmOperation(
              accepted.action(),
              accepted.resource(),
              accepted.path() + "&monitor=true",
              ArmOperation.Form.MONITOR,
              accepted.retryAfter());

      assertThat(azure.client().follow(monitored)).isInstanceOf(OperationProgress.InProgress.class);
      pass(Duration.ofMinutes(2));
      assertThat(azure.client().follow(monitored)).isEqualTo(new OperationProgress.Succeeded());
    }

    @Test
    void thatFailsSaysWhy() throws Exception {
      cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.NO_CAPACITY).forAction("AllocateVirtualMachine"));
      ArmOperation operation = made("workers", 1).operation().orElseThrow();
      pass(Duration.ofMinutes(2));

      OperationProgress progress = azure.client().follow(operation);

      assertThat(progress)
          .isInstanceOfSatisfying(
              OperationProgress.Failed.class,
              failed -> {
                assertThat(AzureErrors.isCapacity(failed.error())).isTrue();
                assertThat(failed.exception())
                    .isInstanceOf(ProviderException.Rejected.class)
                    .hasMessageContaining("VirtualMachineScaleSets_CreateOrUpdate")
                    .hasMessageContaining("spec.template.vmSize");
              });
    }

    @Test
    void whosePlaceAnotherHasTakenIsCanceled() throws Exception {
      ArmOperation first = made("workers", 1).operation().orElseThrow();
      var _ = made("workers", 2);

      assertThat(azure.client().follow(first))
          .isInstanceOfSatisfying(
              OperationProgress.Canceled.class,
              canceled -> assertThat(AzureErrors.isPreempted(canceled.error())).isTrue());
    }

    @Test
    void ofWhatHasChangedMeanwhileIsRefused() throws Exception {
      var _ = made("workers", 0);
      pass(Duration.ofMinutes(2));
      String etag = azure.client().get(scaleSet("Get", "workers")).path("etag").asText();
      JsonNode change = AzureFixture.json("{\"tags\": {\"a\": \"b\"}}");
      ArmRequest conditional = scaleSet("Update", "workers").ifMatch(etag);

      var _ = azure.client().patch(conditional, change);

      assertThatThrownBy(() -> azure.client().patch(conditional, change))
          .isInstanceOf(ProviderException.Busy.class)
          .hasMessageContaining("PreconditionFailed");
      assertThatThrownBy(
              () -> azure.client().create(scaleSet("CreateOrUpdate", "workers"), uniform(0)))
          .isInstanceOf(ProviderException.Busy.class);
    }

    @Test
    void thatFailsIsNotRepeatedAndMayHaveTakenEffect() {
      cloud
          .faults()
          .add(
              CloudFault.of(CloudFault.Kind.SERVER_ERROR)
                  .forAction("VirtualMachineScaleSets_CreateOrUpdate"));

      assertThatThrownBy(() -> made("workers", 0)).isInstanceOf(ProviderException.Ambiguous.class);

      assertThat(azure.calls).containsExactly("GetToken", "VirtualMachineScaleSets_CreateOrUpdate");
    }

    @Test
    void intoAResourceGroupThatIsNotThereNamesTheField() {
      var request =
          ArmRequest.of(
              "VirtualMachineScaleSets_CreateOrUpdate",
              ArmApi.COMPUTE,
              AzureFixture.SETS.replace("workload", "none") + "workers");

      assertThatThrownBy(() -> azure.client().put(request, uniform(0)))
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessageContaining("AzureCluster spec.resourceGroup");
    }

    @Test
    void ofWhatIsGoneIsDone() throws Exception {
      ArmAnswer answer = azure.client().delete(scaleSet("Delete", "none"));

      assertThat(answer.operation()).isEmpty();
      assertThat(answer.body()).isEqualTo(Json.MAPPER.missingNode());
    }

    @Test
    void thatIsNotAllowedNamesTheAction() {
      cloud.restrictTo(new AllowedActions(Set.of("Microsoft.Compute/*/read")));

      assertThatThrownBy(() -> made("workers", 0))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining(
              "a role with the action Microsoft.Compute/virtualMachineScaleSets/write");
    }

    @Test
    void thatRefersToWhatIsNotAllowedNamesThatAction() {
      cloud.restrictTo(new AllowedActions(Set.of("Microsoft.Compute/*")));

      assertThatThrownBy(() -> made("workers", 0))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining(
              "a role with the action Microsoft.Network/virtualNetworks/subnets/join/action");
    }
  }

  @Nested
  class Tokens {
    @Test
    void areKeptUntilShortlyBeforeTheyExpire() throws Exception {
      var _ = made("workers", 0);
      pass(Duration.ofMinutes(45));
      var _ = azure.client().get(scaleSet("Get", "workers"));
      pass(Duration.ofMinutes(10));
      var _ = azure.client().get(scaleSet("Get", "workers"));

      assertThat(azure.calls)
          .containsExactly(
              "GetToken",
              "VirtualMachineScaleSets_CreateOrUpdate",
              "VirtualMachineScaleSets_Get",
              "GetToken",
              "VirtualMachineScaleSets_Get");
    }

    @Test
    void areReplacedOnceWhereAzureRefusesOne() throws Exception {
      var _ = made("workers", 0);
      time.advance(Duration.ofHours(2)); // of Azure, whose clock is another

      var _ = azure.client().get(scaleSet("Get", "workers"));

      assertThat(azure.calls)
          .endsWith("VirtualMachineScaleSets_Get", "GetToken", "VirtualMachineScaleSets_Get");
    }

    @Test
    void areOthersAsSoonAsTheSecretHoldsSomethingElse() throws Exception {
      var _ = made("workers", 0);
      azure.secret.put("clientSecret", "guessed-guessed-guessed");

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("AADSTS7000215")
          .hasMessageContaining("of AzureClusterIdentity team/azure")
          .hasMessageContaining("correct the entry clientSecret of its Secret")
          .message()
          .doesNotContain("guessed")
          .doesNotContain(AzureFixture.SECRET);

      azure.secret.put("clientSecret", AzureFixture.SECRET + "\n");
      assertThat(azure.client().get(scaleSet("Get", "workers")).path("name").asText())
          .isEqualTo("workers");
    }

    @Test
    void ofASecretThatIsGoneAreUsedNoMore() throws Exception {
      var _ = made("workers", 0);
      azure.secret.clear();

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("Secret team/sp has no clientSecret");
    }

    @Test
    void thatAreRefusedForABusyLoginAreToldToTheGate() {
      cloud.faults().add(CloudFault.of(CloudFault.Kind.THROTTLED).forAction("GetToken"));

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Throttled.class)
          .hasMessageStartingWith("GetToken: ");
      assertThat(azure.outcomes).hasOnlyElementsOfType(CallOutcome.Throttled.class);
    }
  }
}
