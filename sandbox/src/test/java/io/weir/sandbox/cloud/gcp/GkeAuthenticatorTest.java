package io.weir.sandbox.cloud.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.gcp.login.AccessTokens;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.seed.ServiceAccount;
import io.weir.sandbox.cloud.TokenAuthenticator.User;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class GkeAuthenticatorTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final ServiceAccount ACCOUNT = GcpSeedData.standard().caller();
  private static final String CLOUD = "https://www.googleapis.com/auth/cloud-platform";
  private static final String EMAIL = "https://www.googleapis.com/auth/userinfo.email";

  private final GkeAuthenticator authenticator = new GkeAuthenticator(InstantSource.fixed(NOW));

  @Test
  void aServiceAccountIsItsAddressIfTheScopesShowItAndItsNumberOtherwise() {
    assertThat(authenticator.authenticate(AccessTokens.issue(ACCOUNT, CLOUD + " " + EMAIL, NOW)))
        .hasValue(new User("weir@weir-demo.iam.gserviceaccount.com", List.of()));
    assertThat(authenticator.authenticate(AccessTokens.issue(ACCOUNT, CLOUD, NOW)))
        .hasValue(new User("100000000000000000001", List.of()));
    assertThat(authenticator.authenticate(AccessTokens.issue(ACCOUNT, EMAIL, NOW))).isEmpty();
  }

  @Test
  void aTokenIsGoodForAnHourAndNothingElseLetsAnybodyIn() {
    String old = AccessTokens.issue(ACCOUNT, CLOUD, NOW.minus(Duration.ofHours(1)));
    String good = AccessTokens.issue(ACCOUNT, CLOUD, NOW);
    String changed = good.substring(0, good.length() - 2) + "--";

    for (String token : List.of(old, changed, "", "ya29.c.", "ya29.c.e30", "a.b.c")) {
      assertThat(authenticator.authenticate(token)).as(token).isEmpty();
    }
  }
}
