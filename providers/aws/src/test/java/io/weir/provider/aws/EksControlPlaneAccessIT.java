package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.kit.TestReconciler;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way into EKS clusters, at the simulated EKS and by the rules of STS. */
class EksControlPlaneAccessIT {

  private static final String CA = "-----BEGIN CERTIFICATE-----";

  private final SimulatedEks aws = new SimulatedEks();
  private final ControlPlaneAccess access =
      new TestReconciler<>(aws).provider().controlPlaneAccess().orElseThrow();

  private ApiObject cluster;

  @BeforeEach
  void start() {
    cluster = aws.pool("workers", 1).inputs().cluster().orElseThrow();
    aws.cloud.putEksCluster(
        new EksCluster(
            SimulatedEks.CLUSTER,
            "1.34",
            "https://demo.eks.example",
            Base64.getEncoder().encodeToString(CA.getBytes(StandardCharsets.US_ASCII))));
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void theTokenIsAQuestionToStsThatStsAcceptsForThisClusterOnly() throws Exception {
    ClusterCredentials made = access.credentials(scope(Optional.empty()));

    assertThat(made.server()).isEqualTo("https://demo.eks.example");
    assertThat(made.caPem()).isEqualTo(CA);
    assertThat(made.expiry()).isEqualTo(aws.clock().instant().plus(Duration.ofMinutes(14)));
    assertThat(made.toString()).doesNotContain(made.token());
    URI asked = question(made.token());
    assertThat(asked.getScheme()).isEqualTo("https");
    assertThat(asked.getHost()).isEqualTo("sts.us-east-1.amazonaws.com");
    assertThat(asked.getPath()).isEqualTo("/");
    Map<String, String> query = query(asked);
    assertThat(query.keySet())
        .containsExactly(
            "Action",
            "Version",
            "X-Amz-Algorithm",
            "X-Amz-Credential",
            "X-Amz-Date",
            "X-Amz-Expires",
            "X-Amz-Signature",
            "X-Amz-SignedHeaders");
    assertThat(query)
        .containsEntry("Action", "GetCallerIdentity")
        .containsEntry("X-Amz-Expires", "60")
        .containsEntry("X-Amz-SignedHeaders", "host;x-k8s-aws-id");
    assertThat(query.get("X-Amz-Signature"))
        .isEqualTo(signature(asked, SimulatedEks.CLUSTER))
        .isNotEqualTo(signature(asked, "another"));
  }

  @Test
  void aClusterThatEksDoesNotHaveIsNamed() throws Exception {
    aws.controlPlane.withObject("/spec").put("eksClusterName", "absent");
    CloudScope scope = scope(Optional.empty());

    assertThatThrownBy(() -> access.credentials(scope))
        .isInstanceOf(ProviderException.NotFound.class)
        .hasMessageContaining("absent");
  }

  @Test
  void aClusterIsFoundWithTheNetworkAndTheSecurityGroupThatNodeGroupsNeed() throws Exception {
    FoundCluster found = access.find(scope(Optional.empty()));

    assertThat(found.host()).isEqualTo("demo.eks.example");
    assertThat(found.port()).isEqualTo(443);
    assertThat(found.version()).isEqualTo("v1.34");
    assertThat(found.caPem()).isEqualTo(CA);
    ObjectNode controlPlane = Json.MAPPER.createObjectNode();
    found.controlPlane().accept(controlPlane);
    assertThat(controlPlane.at("/spec/network/vpc/id").asText()).startsWith("vpc-");
    assertThat(controlPlane.at("/metadata/annotations"))
        .isEqualTo(Json.MAPPER.readTree("{\"weir.io/service-cidr\": \"10.100.0.0/16\"}"));
    assertThat(controlPlane.at("/spec/network/subnets"))
        .isNotEmpty()
        .allMatch(
            subnet ->
                subnet.path("id").asText().startsWith("subnet-")
                    && subnet.path("availabilityZone").asText().startsWith("us-east-1"));
    ObjectNode status = Json.MAPPER.createObjectNode();
    found.status().accept(status);
    JsonNode groups = status.at("/networkStatus/securityGroups");
    assertThat(groups.at("/cluster/id").asText())
        .startsWith("sg-")
        .isEqualTo(groups.at("/node/id").asText());
    ObjectNode own =
        (ObjectNode)
            Json.MAPPER.readTree("{\"spec\": {\"network\": {\"subnets\": [{\"id\": \"a\"}]}}}");
    found.controlPlane().accept(own);
    assertThat(own.at("/spec/network/subnets")).hasSize(1);
  }

  @Test
  void theIdentityMustAdmitTheNamespaceOfTheControlPlane() {
    assertThatThrownBy(() -> scope(Optional.of("another")))
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("AWSManagedControlPlane default/w1-control-plane may not use")
        .hasMessageContaining("spec.allowedNamespaces");
  }

  private CloudScope scope(Optional<String> admitted) throws PrerequisiteException {
    ApiObject identity = ClusterIdentities.ofManager(admitted);
    return access.scope(
        cluster,
        new ApiObject(aws.controlPlane),
        (kind, _) -> Optional.of(identity).filter(found -> found.groupKind().equals(kind)));
  }

  private static URI question(String token) {
    assertThat(token).startsWith("k8s-aws-v1.").doesNotContain("=");
    return URI.create(
        new String(
            Base64.getUrlDecoder().decode(token.substring("k8s-aws-v1.".length())),
            StandardCharsets.US_ASCII));
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

  /** What STS expects, of a request whose header names the cluster (Signature Version 4). */
  private static String signature(URI asked, String cluster) throws GeneralSecurityException {
    Map<String, String> query = query(asked);
    String[] scope = query.get("X-Amz-Credential").split("/", 2);
    assertThat(scope[0]).isEqualTo(AwsSeedData.ACCOUNT.accessKey());
    String signed =
        Arrays.stream(asked.getRawQuery().split("&"))
            .filter(parameter -> !parameter.startsWith("X-Amz-Signature="))
            .sorted()
            .collect(Collectors.joining("&"));
    String canonical =
        "GET\n/\n%s\nhost:%s\nx-k8s-aws-id:%s\n\nhost;x-k8s-aws-id\n%s"
            .formatted(signed, asked.getHost(), cluster, sha256(""));
    String toSign =
        "AWS4-HMAC-SHA256\n%s\n%s\n%s"
            .formatted(query.get("X-Amz-Date"), scope[1], sha256(canonical));
    byte[] key = ("AWS4" + AwsSeedData.ACCOUNT.secretKey()).getBytes(StandardCharsets.UTF_8);
    for (String part : scope[1].split("/", -1)) {
      key = hmac(key, part);
    }
    return HexFormat.of().formatHex(hmac(key, toSign));
  }

  private static String sha256(String text) throws GeneralSecurityException {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
