package io.weir.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.webhook.certificate.CaRotationState.Announced;
import io.weir.webhook.certificate.CaRotationState.Distributed;
import io.weir.webhook.certificate.CaRotationState.Stable;
import io.weir.webhook.certificate.CaRotationState.Switched;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WebhookCaSecretTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ObjectKey KEY = new ObjectKey("weir-system", "weir-webhook-ca");
  private static final WebhookCa ONE = CertificateIssuer.issueCa(NOW, Duration.ofDays(1));
  private static final WebhookCa TWO = CertificateIssuer.issueCa(NOW, Duration.ofDays(1));

  static List<CaRotationState> stages() {
    return List.of(
        new Stable(ONE),
        new Announced(ONE, TWO),
        new Distributed(ONE, TWO, NOW),
        new Switched(TWO, ONE.certificate(), NOW));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void whatIsWrittenOverAnyOtherIsRead(CaRotationState stage) throws Exception {
    for (CaRotationState before : stages()) {
      ObjectNode secret = WebhookCaSecret.newSecret(KEY, before);

      WebhookCaSecret.write(secret, stage);

      assertThat(WebhookCaSecret.read(new ApiObject(secret))).isEqualTo(stage);
    }
  }

  @Test
  void ofTheLastAuthorityTheKeyIsNotKept() {
    ObjectNode secret = WebhookCaSecret.newSecret(KEY, new Switched(TWO, ONE.certificate(), NOW));

    assertThat(secret.path("data").properties())
        .extracting(java.util.Map.Entry::getKey)
        .containsExactlyInAnyOrder("ca.crt", "ca.key", "last.crt");
  }

  @Test
  void aDamagedSecretIsToldWithoutWhatItHolds() {
    ObjectNode secret = WebhookCaSecret.newSecret(KEY, new Stable(ONE));
    String content = secret.at("/data/ca.key").asText().substring(0, 40);
    secret.withObject("/data").put("ca.key", content);

    assertThatThrownBy(() -> WebhookCaSecret.read(new ApiObject(secret)))
        .hasMessageContaining("private key")
        .hasMessageNotContaining(content.substring(10));
  }

  @Test
  void nothingThatIsPrintedShowsAKey() {
    ServingCertificate servingCertificate =
        CertificateIssuer.issueServing(ONE, List.of("localhost"), NOW, Duration.ofHours(1));

    assertThat(ONE + " " + servingCertificate + " " + new Announced(ONE, TWO))
        .contains("CN=weir-webhook-ca-")
        .doesNotContain("PRIVATE")
        .doesNotContain("Key");
  }
}
