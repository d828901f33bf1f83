package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigServerTest {

  @Test
  void theServerAndItsCertificatesAreReadAndNoUser() throws Exception {
    String kubeconfig =
        """
        clusters:
        - name: a
          cluster: {server: "https://10.0.0.7:6443", certificate-authority-data: Q0E=}
        users:
        - name: a
          user: {exec: {command: rm}, token: secret}
        """;

    assertThat(KubeconfigServer.of("Ask", kubeconfig))
        .isEqualTo(new KubeconfigServer("https://10.0.0.7:6443", "CA"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{clusters: [secret | is not YAML",
        "{} | names no server",
        "{clusters: [{cluster: {server: a}}]} | has no certificate",
        "{clusters: [{cluster: {server: a, certificate-authority-data: Q}}]} | has no certificate",
        "{clusters: [{cluster: {server: a, certificate-authority-data: ''}}]} | has no certificate"
      })
  void whatLeadsNowhereOrTrustsEverybodyIsRefusedAndNotQuoted(String kubeconfig, String why) {
    assertThatThrownBy(() -> KubeconfigServer.of("Ask", kubeconfig))
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessage("Ask: the kubeconfig " + why)
        .hasNoCause();
  }
}
