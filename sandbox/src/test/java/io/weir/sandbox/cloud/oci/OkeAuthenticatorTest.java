package io.weir.sandbox.cloud.oci;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.oci.OciCloud;
import io.weir.clouds.oci.seed.ApiUser;
import io.weir.sandbox.cloud.TokenAuthenticator.User;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OkeAuthenticatorTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String HERE = "containerengine.us-ashburn-1.oraclecloud.com";

  private final OciCloud cloud = OciCloud.builder().start();
  private final ApiUser user = cloud.seedData().user();
  private final String cluster = cloud.oke().addCluster("demo", "v1.35.4");
  private final OkeAuthenticator authenticator =
      new OkeAuthenticator(cloud.seedData(), cloud.oke(), InstantSource.fixed(NOW));

  @AfterEach
  void stop() {
    cloud.close();
  }

  @Test
  void theUserIsCalledByOcidAndIsInItsGroup() throws Exception {
    assertThat(authenticator.authenticate(signed(HERE, cluster, NOW)))
        .hasValue(new User("ocid1.user.oc1..weir", List.of("ocid1.group.oc1..weir")));
  }

  @Test
  void aTokenIsGoodForAnExistingClusterAtOkeAndForFiveMinutesOnly() throws Exception {
    String absent = "ocid1.cluster.oc1.iad.absent";
    Instant late = NOW.minus(Duration.ofMinutes(6));

    assertThat(authenticator.authenticate(signed(HERE, absent, NOW))).isEmpty();
    assertThat(authenticator.authenticate(signed("oke.example", cluster, NOW))).isEmpty();
    assertThat(authenticator.authenticate(signed(HERE, cluster, late))).isEmpty();
  }

  @Test
  void whatWasSignedForAnotherClusterOrIsNoTokenLetsNobodyIn() throws Exception {
    String another = cloud.oke().addCluster("other", "v1.35.4");
    String moved =
        new String(
                Base64.getUrlDecoder().decode(signed(HERE, another, NOW)),
                StandardCharsets.US_ASCII)
            .replace(another, cluster);

    assertThat(authenticator.authenticate(encoded(moved))).isEmpty();
    for (String other : List.of("", "%", "aHR0cDovL2E", encoded("https://" + HERE))) {
      assertThat(authenticator.authenticate(other)).as(other).isEmpty();
    }
  }

  private String signed(String host, String about, Instant when) throws Exception {
    String path = "/cluster_request/" + about;
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(when.atOffset(ZoneOffset.UTC));
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(privateKey());
    signature.update(
        "date: %s\n(request-target): get %s\nhost: %s"
            .formatted(date, path, host)
            .getBytes(StandardCharsets.US_ASCII));
    String header =
        "Signature version=\"1\",keyId=\"%s\",algorithm=\"rsa-sha256\",headers=\"date (request-target) host\",signature=\"%s\""
            .formatted(user.keyId(), Base64.getEncoder().encodeToString(signature.sign()));
    return encoded(
        "https://%s%s?authorization=%s&date=%s"
            .formatted(
                host,
                path,
                URLEncoder.encode(header, StandardCharsets.UTF_8),
                URLEncoder.encode(date, StandardCharsets.UTF_8)));
  }

  private PrivateKey privateKey() throws Exception {
    String encoded = user.privateKey().replaceAll("-----[A-Z ]+-----", "");
    return KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(encoded)));
  }

  private static String encoded(String question) {
    return Base64.getUrlEncoder().encodeToString(question.getBytes(StandardCharsets.US_ASCII));
  }
}
