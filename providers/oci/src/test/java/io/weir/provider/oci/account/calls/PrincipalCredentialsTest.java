package io.weir.provider.oci.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.calls.PrincipalLogin.Issued;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long a token is used, and how often another is asked for. */
class PrincipalCredentialsTest {
  private static final byte[] KEY =
      OciSeedData.standard().user().privateKey().getBytes(StandardCharsets.UTF_8);

  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private int asked;
  private @Nullable ProviderException failure;

  private final InstantSource time = () -> now;
  private final PrincipalCredentials credentials =
      new PrincipalCredentials(this::token, time.withZone(ZoneOffset.UTC));

  private Issued token() throws ProviderException {
    asked += 1;
    if (failure != null) {
      throw failure;
    }
    OciSigner signer = OciSigner.of(new SessionPrincipal("ST$" + asked, KEY), "none");
    return new Issued(signer, now.plus(Duration.ofMinutes(20)));
  }

  private void pass(Duration duration) {
    now = now.plus(duration);
  }

  @Test
  void aTokenIsKeptUntilFiveMinutesBeforeItEnds() throws Exception {
    OciSigner first = credentials.current();
    pass(Duration.ofMinutes(14));

    assertThat(credentials.current()).isSameAs(first);

    pass(Duration.ofMinutes(1));

    assertThat(credentials.current()).isNotSameAs(first);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void whileATokenIsGoodAFailedRenewalHurtsNobodyAndIsTriedAgainLater() throws Exception {
    OciSigner first = credentials.current();
    failure = new ProviderException.Transient("no answer", null);
    pass(Duration.ofMinutes(16));

    assertThat(credentials.current()).isSameAs(first);
    assertThat(credentials.current()).isSameAs(first);
    assertThat(asked).isEqualTo(2);

    pass(Duration.ofSeconds(15));
    failure = null;

    assertThat(credentials.current()).isNotSameAs(first);
  }

  @Test
  void aTokenThatHasEndedIsNotUsedAndAFailureIsToldWithoutAskingForAWhile() throws Exception {
    OciSigner _ = credentials.current();
    failure = new ProviderException.Denied("no dynamic group", null);
    pass(Duration.ofMinutes(20));

    assertThatThrownBy(credentials::current).isSameAs(failure);
    assertThatThrownBy(credentials::current).isSameAs(failure);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void aRefusedTokenIsReplacedOnceInFiveMinutes() throws Exception {
    OciSigner first = credentials.current();
    OciSigner second = credentials.replacementFor(first).orElseThrow();

    assertThat(second).isNotSameAs(first);
    assertThat(credentials.replacementFor(first)).contains(second);
    assertThat(credentials.replacementFor(second)).isEmpty();

    pass(Duration.ofMinutes(5));

    assertThat(credentials.replacementFor(second)).isPresent();
  }
}
