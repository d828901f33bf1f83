package io.weir.provider.azure.asopool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import io.weir.provider.ProviderReport;
import io.weir.provider.azure.api.AsoKinds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AsoPoolReporterTest {

  private final AsoPoolFixture fixture = new AsoPoolFixture();

  @BeforeEach
  void create() throws Exception {
    fixture.converge();
  }

  @Test
  void beforeAzureServiceOperatorHasSaidAnythingThePoolIsWaitedFor() {
    assertThat(fixture.ready())
        .isEqualTo(
            "False Info Creating: Azure Service Operator is at work on ManagedClustersAgentPool"
                + " demo-pool0");
  }

  @Test
  void whileItsClusterIsMissingAsoSaysSo() {
    fixture.answer("", 0, "False", "Warning", "WaitingForOwner", "Owner \"team/demo\" not found");
    assertThat(fixture.ready())
        .isEqualTo(
            "False Info Creating: ManagedClustersAgentPool demo-pool0: WaitingForOwner, Owner"
                + " \"team/demo\" not found");
  }

  @Test
  void aRefusalByAzureIsToldInItsWords() {
    fixture.answer("Failed", 0, "False", "Error", "InvalidParameter", "vmSize is not available");
    assertThat(fixture.ready())
        .isEqualTo(
            "False Error Failed: ManagedClustersAgentPool demo-pool0: InvalidParameter, vmSize is"
                + " not available");
    assertThat(fixture.report().status().path("ready").asBoolean()).isFalse();
  }

  @Test
  void thePoolStaysReadyWhileItIsUpgradedAndThroughWhatPassesByItself() {
    fixture.answer("Upgrading", 3, "False", "Info", "Reconciling", "");
    assertThat(fixture.ready()).startsWith("True");
    assertThat(fixture.report().status().path("ready").asBoolean()).isTrue();

    fixture.answer("Succeeded", 3, "False", "Warning", "AzureOperationInProgress", "busy");
    assertThat(fixture.ready()).startsWith("False Warning");
    assertThat(fixture.report().status().path("ready").asBoolean()).isTrue();

    fixture.pool.withObject("/status").put("ready", true);
    fixture.answer("Failed", 3, "False", "Error", "QuotaExceeded", "no cores left");
    assertThat(fixture.ready()).startsWith("False Error Failed: ").contains("no cores left");
    assertThat(fixture.report().status().path("ready").asBoolean()).isTrue();
  }

  @Test
  void membersAreTheNodesAndResourcesAreToldEach() throws Exception {
    fixture.list(AsoPoolFixture.PREFIX).converge();
    fixture.succeed(3);
    fixture.nodes = List.of(AsoPoolFixture.node("b"), AsoPoolFixture.node("a"));

    ProviderReport report = fixture.report();

    assertThat(report.spec())
        .isEqualTo(TestObjects.parse("{\"providerIDList\": [\"azure:///a\", \"azure:///b\"]}"));
    assertThat(report.status())
        .isEqualTo(
            TestObjects.parse(
                """
                {"ready": true, "replicas": 2, "resources": [
                  {"ready": true, "resource": {"group": "containerservice.azure.com",
                   "kind": "ManagedClustersAgentPool", "name": "demo-pool0", "version": "v1api20240901"}},
                  {"ready": false, "resource": {"group": "network.azure.com",
                   "kind": "PublicIPPrefix", "name": "addresses", "version": "v1api20201101"}}]}
                """));
    assertThat(report.annotations())
        .containsEntry(
            AsoKinds.LEDGER,
            Optional.of(
                "ManagedClustersAgentPool.v1api20240901.containerservice.azure.com;PublicIPPrefix.v1api20201101.network.azure.com"));
    assertThat(report.replicas()).isEmpty();
  }

  @Test
  void theSizeThatAksGivesThePoolIsTheMachinePoolsToo() {
    fixture.listed(0).withObject("/spec").put("enableAutoScaling", true);
    fixture.succeed(7);

    assertThat(fixture.report().replicas()).isEqualTo(OptionalInt.of(7));
  }

  @Test
  void theLedgerNamesTheVersionThatPeopleWriteWhereAnotherIsStored() {
    ObjectNode stored = fixture.listed(0).deepCopy();
    stored.put("apiVersion", "containerservice.azure.com/v1api20250801storage");

    assertThat(AsoKinds.ledger(List.of(new ApiObject(stored))))
        .isEqualTo("ManagedClustersAgentPool.v1api20250801.containerservice.azure.com");
  }
}
