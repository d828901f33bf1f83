package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeatureGates.Gate;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGatesTest {

  private static FeatureGates parse(String option) {
    return FeatureGates.parse(option, Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "KubeadmBootstrapFormatIgnition=true,MachinePool=true",
        "MachinePool=1",
        "KubeadmBootstrapFormatIgnition=false,KubeadmBootstrapFormatIgnition=True"
      })
  void whatIsNotNamedIsAsInItsDefault(String option) {
    assertThat(parse(option)).isEqualTo(FeatureGates.DEFAULT);
    assertThat(parse(option).isEnabled(Gate.SKIP_MODEL_RECONCILIATION)).isFalse();
    assertThat(parse(option).isEnabled(Gate.IGNITION)).isTrue();
    assertThat(parse(option).isEnabled(Gate.MACHINE_POOL)).isTrue();
  }

  @Test
  void eachIsSwitchedOffInTheFormThatClusterApiReads() {
    assertThat(parse("KubeadmBootstrapFormatIgnition=false"))
        .isEqualTo(FeatureGates.without(Gate.IGNITION));
    assertThat(parse(" MachinePool = FALSE ,")).isEqualTo(FeatureGates.without(Gate.MACHINE_POOL));
    assertThat(parse("MachinePool=false,KubeadmBootstrapFormatIgnition=false"))
        .isEqualTo(FeatureGates.without(Gate.MACHINE_POOL, Gate.IGNITION));
  }

  @Test
  void modelsAreReconciledUnlessTheGateOfClusterApisProviderForAzureIsSwitchedOn() {
    FeatureGates on = new FeatureGates(EnumSet.allOf(Gate.class));
    var variable = Map.of("EXP_SKIP_MACHINE_POOL_MODEL_RECONCILIATION", "true");

    assertThat(parse("SkipMachinePoolModelReconciliation=true")).isEqualTo(on);
    assertThat(FeatureGates.parse("", variable)).isEqualTo(on);
    assertThat(FeatureGates.parse("SkipMachinePoolModelReconciliation=false", variable))
        .isEqualTo(FeatureGates.DEFAULT);
  }

  @Test
  void theVariablesOfClusterApisManifestsCountForWhatTheOptionDoesNotName() {
    var off = Map.of("EXP_MACHINE_POOL", "false", "EXP_KUBEADM_BOOTSTRAP_FORMAT_IGNITION", "false");

    assertThat(FeatureGates.parse("", off))
        .isEqualTo(FeatureGates.without(Gate.MACHINE_POOL, Gate.IGNITION));
    assertThat(FeatureGates.parse("MachinePool=true", off))
        .isEqualTo(FeatureGates.without(Gate.IGNITION));
    assertThat(FeatureGates.parse("", Map.of("EXP_MACHINE_POOL", "")))
        .isEqualTo(FeatureGates.DEFAULT);
  }

  @Test
  void whatIsNotKnownIsRefusedByItsName() {
    assertThatThrownBy(() -> parse("ClusterTopology=true"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--feature-gates names \"ClusterTopology\": the feature gates are MachinePool,"
                + " KubeadmBootstrapFormatIgnition, SkipMachinePoolModelReconciliation");
    for (String value : new String[] {"", "=", "=off", "=1=2"}) {
      assertThatThrownBy(() -> parse("MachinePool" + value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--feature-gates sets MachinePool to \"")
          .hasMessageEndingWith("\": must be true or false");
    }
    assertThatThrownBy(() -> FeatureGates.parse("", Map.of("EXP_MACHINE_POOL", "no")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the variable EXP_MACHINE_POOL is \"no\": must be true or false");
  }
}
