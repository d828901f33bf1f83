package io.weir.bootstrap.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.bootstrap.BootstrapDataException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeadmApiVersionTest {

  @ParameterizedTest
  @CsvSource({
    "v1.22.0, v1beta3",
    "v1.30.14, v1beta3",
    "1.30, v1beta3",
    "v1.31.0, v1beta4",
    "v1.31.0-alpha.1, v1beta4",
    "v1.31.0-rc.1+build, v1beta4",
    "v1.35.4+k3s1, v1beta4",
    "v2.0.0, v1beta4"
  })
  void followsTheMinorVersion(String kubernetes, String expected) {
    assertThat(KubeadmApiVersion.forKubernetes(kubernetes).apiVersion())
        .isEqualTo("kubeadm.k8s.io/" + expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1.21.14", "v0.9.0", "", "latest", "v1", "1.x", "v1.22.0.1"})
  void othersAreRefusedNamingFieldAndRemedy(String kubernetes) {
    assertThatThrownBy(() -> KubeadmApiVersion.forKubernetes(kubernetes))
        .isInstanceOf(BootstrapDataException.class)
        .hasMessageStartingWith("spec.template.spec.version: ")
        .hasMessageContaining("; set ");
  }
}
