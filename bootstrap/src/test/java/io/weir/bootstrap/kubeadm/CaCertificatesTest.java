package io.weir.bootstrap.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapDataException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaCertificatesTest {

  /** As {@code openssl x509 -pubkey | openssl pkey -pubin -outform der | sha256sum} gives them. */
  private static final String EC =
      "sha256:b44c626871ff0c554721b810858443b5c01bbbd5d7cbb70c07e8c0be72d50624";

  private static final String RSA =
      "sha256:b060815c19531ba0abd3156e39302a2f4167664c12cfe15b1b4bcb1028c8f3b3";

  @Test
  void everyCertificateOfABundleIsPinnedInItsOrder() throws IOException {
    String bundle = "# old and new\r\n" + pem("rsa") + "\n" + pem("ec").replace("\n", "\r\n");

    assertThat(CaCertificates.hashes(bundle)).containsExactly(RSA, EC);
    assertThat(CaCertificates.readable(bundle)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\nAAA\n-----END CERTIFICATE-----"
      })
  void whatIsNoCertificateIsRefusedWithARemedy(String pem) {
    assertThatThrownBy(() -> CaCertificates.hashes(pem))
        .isInstanceOfSatisfying(
            BootstrapDataException.class,
            problem -> assertThat(problem.reason()).isEqualTo(Reason.INVALID_CA))
        .hasMessageStartingWith("cluster CA: tls.crt ")
        .hasMessageContaining("; put the PEM");
    assertThat(CaCertificates.readable(pem)).isFalse();
  }

  private static String pem(String name) throws IOException {
    try (var in = CaCertificatesTest.class.getResourceAsStream("/ca/" + name + ".crt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
