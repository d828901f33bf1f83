package io.weir.provider.azure.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.conditions.Condition;
import io.weir.api.harness.TestObjects;
import io.weir.provider.Freshness;
import io.weir.provider.InfrastructureMachines.MachineReport;
import io.weir.provider.InfrastructureMachines.MachineSubject;
import io.weir.provider.Instance;
import io.weir.provider.PoolNode;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an AzureMachinePoolMachine says of its machine. */
class MachineReporterTest {

  private static final String ID =
      "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a";

  private final ObjectNode properties =
      TestObjects.parse(
          """
          {"provisioningState": "Succeeded", "latestModelApplied": false,
           "instanceView": {"statuses": [{"code": "PowerState/running"}]}}
          """);

  private Freshness freshness = Freshness.CURRENT;
  private boolean nodesKnown = true;
  private Optional<PoolNode> node = Optional.of(node(true));

  @Test
  void ofARunningMachineWithAReadyNodeAllIsTold() {
    MachineReport report = report();

    assertThat(report.status())
        .isEqualTo(
            TestObjects.parse(
                """
                {"provisioningState": "Succeeded", "latestModelApplied": true, "ready": true,
                 "nodeRef": {"apiVersion": "v1", "kind": "Node", "name": "node-0", "uid": "n-0"},
                 "version": "v1.34.3", "failureReason": null, "failureMessage": null,
                 "longRunningOperationStates": null}
                """));
    assertThat(conditions(report))
        .containsExactly("VMRunning True", "NodeHealthy True", "Ready True");
  }

  @Test
  void whileNodesAreNotKnownWhatWasSaidOfItsNodeStays() {
    node = Optional.empty();
    nodesKnown = false;

    MachineReport report = report();

    assertThat(report.status().properties().stream().map(Map.Entry::getKey))
        .doesNotContain("ready", "nodeRef", "version");
    assertThat(conditions(report)).containsExactly("VMRunning True");
  }

  @Test
  void aMachineThatDoesNotRunIsNotReadyWhateverIsKnownOfItsNode() {
    nodesKnown = false;
    properties.put("provisioningState", "Creating");

    assertThat(conditions(report()))
        .containsExactly(
            "VMRunning False Info Creating: Azure is creating the machine",
            "Ready False Info Creating: Azure is creating the machine");
  }

  @Test
  void withoutANodeItIsNotReadyAndWaitsForOne() {
    node = Optional.empty();

    MachineReport report = report();

    assertThat(report.status().path("ready").asBoolean(true)).isFalse();
    assertThat(report.status().path("nodeRef").isNull()).isTrue();
    assertThat(conditions(report))
        .containsExactly(
            "VMRunning True",
            "NodeHealthy False Info WaitingForNodeRef: no Node has provider ID azure://%s/virtualMachines/0"
                .formatted(ID),
            "Ready False Info WaitingForNodeRef: no Node has provider ID azure://%s/virtualMachines/0"
                .formatted(ID));
  }

  @Test
  void aNodeThatIsNotReadyIsNamed() {
    node = Optional.of(node(false));

    assertThat(conditions(report()))
        .contains("Ready False Warning NodeConditionsFailed: Node node-0 is not Ready");
  }

  @ParameterizedTest
  @CsvSource({
    "CURRENT, true, true",
    "OUTDATED, true, false",
    "UNKNOWN, true, true",
    "UNKNOWN, false, false"
  })
  void whetherItHasTheLatestModelIsAzuresWordOnlyWhereNothingElseTells(
      Freshness known, boolean said, boolean told) {
    freshness = known;
    properties.put("latestModelApplied", said);

    assertThat(report().status().path("latestModelApplied").asBoolean(!told)).isEqualTo(told);
  }

  @Test
  void whereNothingTellsWhetherItHasTheLatestModelNothingIsSaid() {
    freshness = Freshness.UNKNOWN;
    properties.remove("latestModelApplied");

    assertThat(report().status().path("latestModelApplied").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Creating, starting, 'Info Creating: Azure is creating the machine'",
    "Deleting, running, 'Info Deleting: Azure is deleting the machine'",
    "Succeeded, deallocated, 'Warning Stopped: the machine is stopped: start it, or delete this"
        + " object to have it replaced'",
    "Failed, stopped, 'Error Failed: Azure calls the machine failed, or has evicted it'"
  })
  void aMachineThatDoesNotRunSaysWhy(String state, String power, String why) {
    properties.put("provisioningState", state);
    properties
        .withObject("/instanceView")
        .putArray("statuses")
        .addObject()
        .put("code", "PowerState/" + power);

    assertThat(conditions(report())).contains("VMRunning False " + why);
  }

  @Test
  void aFailureIsToldInAzuresWords() {
    properties.put("provisioningState", "Failed");
    properties
        .withObject("/instanceView")
        .putArray("statuses")
        .addObject()
        .put("code", "ProvisioningState/failed/AllocationFailed")
        .put("level", "Error")
        .put("message", "There is no room.");

    assertThat(conditions(report()))
        .anySatisfy(
            condition ->
                assertThat(condition)
                    .startsWith("VMRunning False Error Failed: pool-a_0: There is no room."));
  }

  private MachineReport report() {
    ObjectNode set = TestObjects.parse("{\"id\": \"%s\", \"name\": \"pool-a\"}".formatted(ID));
    ObjectNode instance = Json.MAPPER.createObjectNode();
    instance.put("id", ID + "/virtualMachines/0").put("name", "pool-a_0").put("instanceId", "0");
    instance.set("properties", properties);
    var seen = ObservedScaleSet.read(set, List.<JsonNode>of(instance));
    Instance machine = seen.instances().getFirst();
    return new AzurePoolMachines()
        .report(seen, new MachineSubject(machine, freshness, node, nodesKnown));
  }

  private static List<String> conditions(MachineReport report) {
    return report.conditions().stream().map(MachineReporterTest::text).toList();
  }

  private static String text(Condition condition) {
    String status = condition.isTrue() ? "True" : "False";
    return condition.isTrue()
        ? condition.type() + " " + status
        : "%s %s %s %s: %s"
            .formatted(
                condition.type(),
                status,
                condition.severity(),
                condition.reason(),
                condition.message());
  }

  private static PoolNode node(boolean ready) {
    return new PoolNode(
        "node-0",
        "n-0",
        "azure://" + ID + "/virtualMachines/0",
        Map.of(),
        ready ? Optional.of(Instant.EPOCH) : Optional.empty(),
        "v1.34.3",
        false,
        List.of(),
        Map.of());
  }
}
