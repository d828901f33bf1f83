package io.weir.provider.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.clouds.oci.oke.OkeApiServer;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way into OKE clusters, at the simulated OKE and by the rules of Oracle's signatures. */
class OkeControlPlaneAccessIT {

  private static final String CA = "-----BEGIN CERTIFICATE-----";
  private static final String HOST = "containerengine.us-ashburn-1.oraclecloud.com";

  private final SimulatedOke oke = new SimulatedOke();
  private final ControlPlaneAccess access = oke.access(Map.of());

  @BeforeEach
  void start() {
    serveAt("203.0.113.7:6443");
  }

  private void serveAt(String publicEndpoint) {
    String ca = Base64.getEncoder().encodeToString(CA.getBytes(StandardCharsets.US_ASCII));
    oke.cloud.oke().setApiServer(new OkeApiServer(publicEndpoint, "10.0.0.7:6443", ca));
  }

  @AfterEach
  void stop() {
    oke.close();
  }

  @Test
  void theTokenIsAQuestionAboutTheClusterThatTheUserHasSigned() throws Exception {
    ClusterCredentials made = access.credentials(oke.scope(access));

    assertThat(made.server()).isEqualTo("https://203.0.113.7:6443");
    assertThat(made.caPem()).isEqualTo(CA);
    Instant now = oke.clock().instant();
    assertThat(made.expiry()).isEqualTo(now.plus(Duration.ofMinutes(4)));
    assertThat(made.toString()).doesNotContain(made.token());
    URI asked = question(made.token());
    assertThat(asked.getScheme()).isEqualTo("https");
    assertThat(asked.getRawAuthority()).isEqualTo(HOST);
    assertThat(asked.getRawPath()).isEqualTo("/cluster_request/" + oke.cluster);
    Map<String, String> query = query(asked);
    assertThat(query.keySet()).containsExactly("authorization", "date");
    String date = query.get("date");
    assertThat(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from)).isEqualTo(now);
    assertThat(query.get("authorization"))
        .startsWith("Signature ")
        .contains("version=\"1\"", "algorithm=\"rsa-sha256\"")
        .contains("headers=\"date (request-target) host\"")
        .contains("keyId=\"%s\"".formatted(oke.cloud.seedData().user().keyId()));
    assertThat(isSignedFor(oke.cluster, query)).isTrue();
    assertThat(isSignedFor("ocid1.cluster.oc1.iad.another", query)).isFalse();
  }

  @Test
  void theRealmOfTheRegionDecidesWhoIsAsked() throws Exception {
    CloudScope here = oke.scope(access);
    var there =
        new CloudScope(
            here.cloud(), here.identity(), here.account(), "us-gov-phoenix-1", here.parentId());

    ClusterCredentials made = access.credentials(there);

    assertThat(question(made.token()).getRawAuthority())
        .isEqualTo("containerengine.us-gov-phoenix-1.oraclegovcloud.com");
  }

  @Test
  void aClusterWithoutAPublicAddressIsReachedByItsPrivateOne() throws Exception {
    serveAt("");

    assertThat(access.credentials(oke.scope(access)).server()).isEqualTo("https://10.0.0.7:6443");
  }

  @Test
  void aManagerInTheNetworkReachesEachClusterByItsPrivateAddress() throws Exception {
    ControlPlaneAccess inside = oke.access(Map.of("private-endpoints", "true"));

    assertThat(inside.credentials(oke.scope(inside)).server()).isEqualTo("https://10.0.0.7:6443");
    assertThat(inside.find(oke.scope(inside)).host()).isEqualTo("10.0.0.7");
  }

  @Test
  void aClusterThatOkeDoesNotHaveOrIsRemovingIsTold() throws Exception {
    oke.cloud.oke().setCluster(oke.cluster, "lifecycleState", "DELETING");

    assertThatThrownBy(() -> access.find(oke.scope(access)))
        .isInstanceOf(ProviderException.Busy.class)
        .hasMessageContaining(oke.cluster + " is DELETING; it can be used once it is ACTIVE");
    assertThatThrownBy(
            () -> access.find(oke.scope(access).withParent("ocid1.cluster.oc1.iad.absent")))
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("correct the OCIDs in the objects of the cluster");
  }

  @Test
  void aClusterIsFoundWithItsNetworkAndAValueForTheTagOfWhatIsMadeForIt() throws Exception {
    FoundCluster found = access.find(oke.scope(access));

    assertThat(found.host()).isEqualTo("203.0.113.7");
    assertThat(found.port()).isEqualTo(6443);
    assertThat(found.version()).isEqualTo("v1.34.1");
    ObjectNode infrastructure = Json.MAPPER.createObjectNode();
    found.infrastructureSpec().accept(infrastructure);
    assertThat(infrastructure.at("/networkSpec/vcn/id").asText()).startsWith("ocid1.vcn.");
    assertThat(infrastructure.path("ociResourceIdentifier").asText()).isEqualTo(oke.cluster);
    ObjectNode own =
        (ObjectNode)
            Json.MAPPER.readTree(
                "{\"ociResourceIdentifier\": \"a\", \"networkSpec\": {\"vcn\": {\"id\": \"b\"}}}");
    ObjectNode before = own.deepCopy();
    found.infrastructureSpec().accept(own);
    assertThat(own).isEqualTo(before);
  }

  @Test
  void theIdentityMustAdmitTheNamespaceOfTheControlPlane() {
    assertThatThrownBy(() -> oke.scope(access, oke.controlPlaneIn("another")))
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("OCIManagedControlPlane another/demo may not use")
        .hasMessageContaining("spec.allowedNamespaces");
  }

  private static URI question(String token) {
    return URI.create(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.US_ASCII));
  }

  private static Map<String, String> query(URI asked) {
    return Arrays.stream(asked.getRawQuery().split("&"))
        .map(parameter -> parameter.split("=", 2))
        .collect(
            Collectors.toMap(
                parts -> parts[0],
                parts -> URLDecoder.decode(parts[1], StandardCharsets.UTF_8),
                (one, _) -> one,
                TreeMap::new));
  }

  /** What OKE checks, with the key that the user has shown to Oracle. */
  private boolean isSignedFor(String cluster, Map<String, String> query)
      throws GeneralSecurityException {
    String signed =
        "date: %s\n(request-target): get /cluster_request/%s\nhost: %s"
            .formatted(query.get("date"), cluster, HOST);
    String signature = query.get("authorization").replaceAll(".*signature=\"([^\"]*)\".*", "$1");
    Signature verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(oke.cloud.seedData().user().publicKey());
    verifier.update(signed.getBytes(StandardCharsets.US_ASCII));
    return verifier.verify(Base64.getDecoder().decode(signature));
  }
}
