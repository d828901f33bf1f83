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
    assertThat(FeatureGates.parse(text)).isEqualTo(FeatureGates.DEFAULT);
    assertThat(FeatureGates.parse(text).ignition()).isTrue();
  }

  @Test
  void itIsSwitchedOffInTheFormThatClusterApiReads() {
    assertThat(FeatureGates.parse("KubeadmBootstrapFormatIgnition=false").ignition()).isFalse();
    assertThat(FeatureGates.parse(" KubeadmBootstrapFormatIgnition = FALSE ,").ignition())
        .isFalse();
  }

  @Test
  void whatIsNotKnownIsRefusedByItsName() {
    assertThatThrownBy(() -> FeatureGates.parse("MachinePool=true"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--feature-gates names \"MachinePool\": the only feature gate is"
                + " KubeadmBootstrapFormatIgnition");
    for (String value : new String[] {"", "=", "=off", "=1=2"}) {
      assertThatThrownBy(() -> FeatureGates.parse("KubeadmBootstrapFormatIgnition" + value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--feature-gates sets KubeadmBootstrapFormatIgnition to \"")
          .hasMessageEndingWith("\": must be true or false");
    }
  }
}
