package io.weir.clouds.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.clouds.CloudClock;
import io.weir.clouds.gcp.login.AccessTokens;
import io.weir.clouds.gcp.seed.ServiceAccount;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The token service, called as any client would. */
class LoginRequestTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String AUDIENCE = "https://oauth2.googleapis.com/token";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

  private final GcpCloud cloud = GcpCloud.builder().clock(CloudClock.manual(NOW)).start();
  private final ServiceAccount account = cloud.seedData().caller();
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    http.close();
    cloud.close();
  }

  @Test
  void whatTheKeySignsIsExchangedForAnAccessToken() throws Exception {
    JsonNode body = exchange(GRANT, signed(account.email(), AUDIENCE, 0, 3600, key()), 200);

    assertThat(body.path("token_type").asText()).isEqualTo("Bearer");
    assertThat(body.path("expires_in").asInt()).isEqualTo(3599);
    assertThat(AccessTokens.user(body.path("access_token").asText(), NOW)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "nobody@weir-demo, https://oauth2.googleapis.com/token, 0, 3600, Invalid grant: account not"
        + " found",
    ", https://elsewhere.example/token, 0, 3600, Failed audience check.",
    ", https://oauth2.googleapis.com/token, -7200, -3600, Invalid JWT: Token must be a short-lived"
        + " token",
    ", https://oauth2.googleapis.com/token, 0, 7200, Invalid JWT: Token must be a short-lived"
        + " token",
    ", https://oauth2.googleapis.com/token, 600, 3600, Invalid JWT: Token must be a short-lived"
        + " token"
  })
  void whatIsNotForNowNotForHereOrOfNobodyIsRefused(
      String email, String audience, long issued, long expires, String why) throws Exception {
    String iss = email == null ? account.email() : email;

    JsonNode body = exchange(GRANT, signed(iss, audience, issued, expires, key()), 400);

    assertThat(body.path("error").asText()).isEqualTo("invalid_grant");
    assertThat(body.path("error_description").asText()).startsWith(why);
  }

  @Test
  void whatAnotherKeySignsOrAnotherGrantIsRefused() throws Exception {
    PrivateKey other = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();

    JsonNode forged = exchange(GRANT, signed(account.email(), AUDIENCE, 0, 3600, other), 400);
    JsonNode password = exchange("password", "", 400);

    assertThat(forged.path("error_description").asText()).isEqualTo("Invalid JWT Signature.");
    assertThat(password.path("error").asText()).isEqualTo("unsupported_grant_type");
  }

  private PrivateKey key() {
    return account.key().getPrivate();
  }

  private JsonNode exchange(String grant, String assertion, int status) throws Exception {
    String form =
        "grant_type=%s&assertion=%s"
            .formatted(URLEncoder.encode(grant, StandardCharsets.UTF_8), assertion);
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create(cloud.endpoint() + "/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return new ObjectMapper().readTree(response.body());
  }

  /** Issued and expiring so many seconds from now. */
  private static String signed(
      String email, String audience, long issued, long expires, PrivateKey key) throws Exception {
    String claims =
        "{\"iss\": \"%s\", \"aud\": \"%s\", \"scope\": \"https://www.googleapis.com/auth/cloud-platform\", \"iat\": %d, \"exp\": %d}"
            .formatted(
                email, audience, NOW.getEpochSecond() + issued, NOW.getEpochSecond() + expires);
    String content =
        encode("{\"alg\": \"RS256\"}".getBytes(StandardCharsets.UTF_8))
            + "."
            + encode(claims.getBytes(StandardCharsets.UTF_8));
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key);
    signature.update(content.getBytes(StandardCharsets.US_ASCII));
    return content + "." + encode(signature.sign());
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
