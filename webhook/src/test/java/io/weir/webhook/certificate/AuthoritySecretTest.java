package io.weir.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.webhook.certificate.Authorities.Alone;
import io.weir.webhook.certificate.Authorities.Announced;
import io.weir.webhook.certificate.Authorities.Known;
import io.weir.webhook.certificate.Authorities.Switched;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AuthoritySecretTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ObjectKey KEY = new ObjectKey("weir-system", "weir-webhook-ca");
  private static final Authority ONE = Issuer.authority(NOW, Duration.ofDays(1));
  private static final Authority TWO = Issuer.authority(NOW, Duration.ofDays(1));

  static List<Authorities> stages() {
    return List.of(
        new Alone(ONE),
        new Announced(ONE, TWO),
        new Known(ONE, TWO, NOW),
        new Switched(TWO, ONE.certificate(), NOW));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void whatIsWrittenOverAnyOtherIsRead(Authorities stage) throws Exception {
    for (Authorities before : stages()) {
      ObjectNode secret = AuthoritySecret.fresh(KEY, before);

      AuthoritySecret.write(secret, stage);

      assertThat(AuthoritySecret.read(new ApiObject(secret))).isEqualTo(stage);
    }
  }

  @Test
  void ofTheLastAuthorityTheKeyIsNotKept() {
    ObjectNode secret = AuthoritySecret.fresh(KEY, new Switched(TWO, ONE.certificate(), NOW));

    assertThat(secret.path("data").properties())
        .extracting(java.util.Map.Entry::getKey)
        .containsExactlyInAnyOrder("ca.crt", "ca.key", "last.crt");
  }

  @Test
  void aDamagedSecretIsToldWithoutWhatItHolds() {
    ObjectNode secret = AuthoritySecret.fresh(KEY, new Alone(ONE));
    String content = secret.at("/data/ca.key").asText().substring(0, 40);
    secret.withObject("/data").put("ca.key", content);

    assertThatThrownBy(() -> AuthoritySecret.read(new ApiObject(secret)))
        .hasMessageContaining("private key")
        .hasMessageNotContaining(content.substring(10));
  }

  @Test
  void nothingThatIsPrintedShowsAKey() {
    Serving serving = Issuer.serving(ONE, List.of("localhost"), NOW, Duration.ofHours(1));

    assertThat(ONE + " " + serving + " " + new Announced(ONE, TWO))
        .contains("CN=weir-webhook-ca-")
        .doesNotContain("PRIVATE")
        .doesNotContain("Key");
  }
}
