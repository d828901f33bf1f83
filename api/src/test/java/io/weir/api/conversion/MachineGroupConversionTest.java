package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where fields of a MachineSet, MachineDeployment and MachineHealthCheck are in each version. */
class MachineGroupConversionTest {

  private static final String SPECS =
      """
      MachineSet | {"minReadySeconds": 5, "template": {"metadata": {}, "spec": {"clusterName": "c"}}} | {"template": {"spec": {"clusterName": "c", "minReadySeconds": 5}}}
      MachineSet | {"deletePolicy": "Oldest"} | {"deletion": {"order": "Oldest"}}
      MachineSet | {"machineNamingStrategy": {"template": "t"}} | {"machineNaming": {"template": "t"}}
      MachineSet | {"template": {"metadata": {}, "spec": {"nodeDrainTimeout": "1m30s", "infrastructureRef": {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "T", "name": "t", "namespace": "team-a"}}}} | {"template": {"spec": {"deletion": {"nodeDrainTimeoutSeconds": 90}, "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io", "kind": "T", "name": "t"}}}}
      MachineDeployment | {"minReadySeconds": 0, "template": {"metadata": {}}} | {"template": {"spec": {"minReadySeconds": 0}}}
      MachineDeployment | {"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "deletePolicy": "Newest"}, "remediation": {"maxInFlight": "20%"}}} | {"rollout": {"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}}, "deletion": {"order": "Newest"}, "remediation": {"maxInFlight": "20%"}}
      MachineDeployment | {"strategy": {"remediation": {"maxInFlight": 2}}} | {"remediation": {"maxInFlight": 2}}
      MachineDeployment | {"rolloutAfter": "2026-12-01T00:00:00Z", "paused": true} | {"rollout": {"after": "2026-12-01T00:00:00Z"}, "paused": true}
      MachineDeployment | {"machineNamingStrategy": {"template": "t"}} | {"machineNaming": {"template": "t"}}
      MachineHealthCheck | {"maxUnhealthy": "40%", "unhealthyRange": "[3-5]"} | {"remediation": {"triggerIf": {"unhealthyLessThanOrEqualTo": "40%", "unhealthyInRange": "[3-5]"}}}
      MachineHealthCheck | {"nodeStartupTimeout": "10m0s"} | {"checks": {"nodeStartupTimeoutSeconds": 600}}
      MachineHealthCheck | {"unhealthyConditions": [{"type": "Ready", "status": "False", "timeout": "5m0s"}]} | {"checks": {"unhealthyNodeConditions": [{"type": "Ready", "status": "False", "timeoutSeconds": 300}]}}
      MachineHealthCheck | {"unhealthyMachineConditions": [{"type": "A", "status": "False", "timeout": "0s"}]} | {"checks": {"unhealthyMachineConditions": [{"type": "A", "status": "False", "timeoutSeconds": 0}]}}
      MachineHealthCheck | {"remediationTemplate": {"apiVersion": "a/v1", "kind": "K", "name": "n", "namespace": "team-a"}} | {"remediation": {"templateRef": {"apiVersion": "a/v1", "kind": "K", "name": "n"}}}
      """;

  private static final String UPWARDS =
      """
      MachineSet | {"minReadySeconds": 0, "template": {}} | {"template": {}}
      MachineDeployment | {"progressDeadlineSeconds": 600, "revisionHistoryLimit": 1, "paused": false, "strategy": {}} | {}
      MachineHealthCheck | {"unhealthyConditions": [], "remediationTemplate": {"namespace": "team-a"}} | {}
      """;

  private static final String STATUSES =
      """
      MachineSet | {"replicas": 3, "fullyLabeledReplicas": 3, "readyReplicas": 2, "availableReplicas": 0, "failureReason": "r", "v1beta2": {"readyReplicas": 1}} | {"replicas": 3, "readyReplicas": 1, "deprecated": {"v1beta1": {"fullyLabeledReplicas": 3, "readyReplicas": 2, "availableReplicas": 0, "failureReason": "r"}}}
      MachineSet | {"replicas": 0, "fullyLabeledReplicas": 0, "readyReplicas": 0, "availableReplicas": 0} | {"replicas": 0, "deprecated": {"v1beta1": {"fullyLabeledReplicas": 0, "readyReplicas": 0, "availableReplicas": 0}}}
      MachineDeployment | {"phase": "Running", "replicas": 3, "updatedReplicas": 1, "readyReplicas": 2, "availableReplicas": 2, "unavailableReplicas": 1, "v1beta2": {"upToDateReplicas": 1}} | {"phase": "Running", "replicas": 3, "upToDateReplicas": 1, "deprecated": {"v1beta1": {"updatedReplicas": 1, "readyReplicas": 2, "availableReplicas": 2, "unavailableReplicas": 1}}}
      MachineHealthCheck | {"expectedMachines": 3, "currentHealthy": 0, "remediationsAllowed": 0, "targets": ["m"]} | {"expectedMachines": 3, "targets": ["m"]}
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = SPECS)
  void aSpecSaysTheSameInBothVersions(String kind, String older, String stored) throws IOException {
    assertThat(read(toStored(kind, "spec", older).path("spec"))).isEqualTo(tree(stored));
    assertThat(read(toOlder(kind, "spec", stored).path("spec"))).isEqualTo(tree(older));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = UPWARDS)
  void whatSaysNothingIsNotStored(String kind, String older, String stored) throws IOException {
    assertThat(read(toStored(kind, "spec", older).path("spec"))).isEqualTo(tree(stored));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = STATUSES)
  void aStatusSaysTheSameInBothVersions(String kind, String older, String stored)
      throws IOException {
    assertThat(read(toStored(kind, "status", older).path("status"))).isEqualTo(tree(stored));
    assertThat(read(toOlder(kind, "status", stored).path("status"))).isEqualTo(tree(older));
  }

  private static ObjectNode toStored(String kind, String part, String value) throws IOException {
    return converted("v1beta1", "v1beta2", kind, part, value);
  }

  private static ObjectNode toOlder(String kind, String part, String value) throws IOException {
    return converted("v1beta2", "v1beta1", kind, part, value);
  }

  private static ObjectNode converted(
      String from, String to, String kind, String part, String value) throws IOException {
    ObjectNode object = TestConversions.object("cluster.x-k8s.io/" + from, kind, "{}");
    object.set(part, tree(value));
    return TestConversions.of(object).convert(object, to, TestConversions.INSTALLED);
  }

  private static JsonNode tree(String text) throws IOException {
    return Json.MAPPER.readTree(text);
  }

  /** Numbers as they read again, whatever type they were made with. */
  private static JsonNode read(JsonNode tree) throws IOException {
    return tree(tree.toString());
  }
}
