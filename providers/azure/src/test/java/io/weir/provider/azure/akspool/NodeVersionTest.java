package io.weir.provider.azure.akspool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.azure.aso.AgentPool;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeVersionTest {

  private static String told(String wanted, String controlPlane, String runs) {
    var live =
        new AgentPool(
            new ApiObject(
                TestObjects.parse(
                    "{\"status\": {\"currentOrchestratorVersion\": \"%s\"}}".formatted(runs))));
    return new NodeVersion(
            KubernetesVersion.of(wanted), KubernetesVersion.of(controlPlane), Optional.empty())
        .toCondition(live)
        .map(
            condition ->
                "%s %s %s %s"
                    .formatted(
                        condition.type(),
                        condition.status(),
                        condition.severity(),
                        condition.message()))
        .orElse("nothing");
  }

  @Test
  void whatTheNodesRunIsToldBesideWhatIsWanted() {
    assertThat(told("v1.33.5", "1.33.5", "1.33.5")).isEqualTo("InstancesUpToDate True  ");
    assertThat(told("v1.33.5", "1.33.5", "1.32.9"))
        .isEqualTo(
            "InstancesUpToDate False Info the pool runs 1.32.9, AKS replaces its nodes with nodes"
                + " of 1.33.5");
    assertThat(told("v1.34.0", "1.33.5", "1.33.5"))
        .isEqualTo(
            "InstancesUpToDate False Info the pool runs 1.33.5; 1.34.0 follows once the control"
                + " plane, which runs 1.33.5, has it");
    assertThat(told("v1.32.0", "1.33.5", "1.33.5"))
        .isEqualTo(
            "InstancesUpToDate False Warning the pool runs 1.33.5, and AKS takes no pool back to"
                + " 1.32.0: set MachinePool spec.template.spec.version to v1.33.5");
    assertThat(told("v1.33.5", "1.33.5", "")).isEqualTo("nothing");
  }
}
