package io.weir.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGatesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "KubeadmBootstrapFormatIgnition=true",
        "KubeadmBootstrapFormatIgnition=false,KubeadmBootstrapFormatIgnition=True"
      })
  void ignitionIsServedUnlessItIsSwitchedOff(String text) {
    assertThat(FeatureGates.of(text)).isEqualTo(FeatureGates.DEFAULT);
    assertThat(FeatureGates.of(text).ignition()).isTrue();
  }

  @Test
  void itIsSwitchedOffInTheFormThatClusterApiReads() {
    assertThat(FeatureGates.of("KubeadmBootstrapFormatIgnition=false").ignition()).isFalse();
    assertThat(FeatureGates.of(" KubeadmBootstrapFormatIgnition = FALSE ,").ignition()).isFalse();
  }

  @Test
  void whatIsNotKnownIsRefusedByItsName() {
    assertThatThrownBy(() -> FeatureGates.of("MachinePool=true"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--feature-gates names \"MachinePool\": the only gate there is is"
                + " KubeadmBootstrapFormatIgnition");
    for (String value : new String[] {"", "=", "=off", "=1=2"}) {
      assertThatThrownBy(() -> FeatureGates.of("KubeadmBootstrapFormatIgnition" + value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--feature-gates sets KubeadmBootstrapFormatIgnition to \"")
          .hasMessageEndingWith("\": give true or false");
    }
  }
}
