package io.weir.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServingCertificateTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static Instant renewalTime(Duration ofAuthority, Duration own) {
    WebhookCa authority = CertificateIssuer.issueCa(NOW, ofAuthority);
    return CertificateIssuer.issueServing(authority, List.of("localhost"), NOW, own).renewalTime();
  }

  @Test
  void isRenewedAfterTwoThirdsOfItsLifeHoweverShortThatIs() {
    assertThat(renewalTime(Duration.ofDays(365), Duration.ofDays(30)))
        .isEqualTo(NOW.plus(Duration.ofDays(20)));
    assertThat(renewalTime(Duration.ofHours(1), Duration.ofSeconds(12)))
        .isEqualTo(NOW.plusSeconds(8));
  }

  @Test
  void isKeptToTheEndWhereItsAuthorityEndsToo() {
    assertThat(renewalTime(Duration.ofMinutes(2), Duration.ofDays(30)))
        .isEqualTo(NOW.plus(Duration.ofMinutes(2)));
  }
}
