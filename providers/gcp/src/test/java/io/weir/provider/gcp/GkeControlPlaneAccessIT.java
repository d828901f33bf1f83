package io.weir.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudFault;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.login.AccessTokens;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.api.GcpConstants;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The way into GKE clusters, at the simulated GKE and token service. */
class GkeControlPlaneAccessIT {
  private static final String CA = "-----BEGIN CERTIFICATE-----";
  private static final String LOCATION = "europe-west1-b";

  private final GcpCloud cloud = GcpCloud.builder().start();
  private final ControlPlaneAccess access = access("false");
  private final ObjectNode cluster =
      PoolFixture.yaml(
          """
          apiVersion: cluster.x-k8s.io/v1beta2
          kind: Cluster
          metadata: {name: demo, namespace: team}
          spec:
            infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: GCPManagedCluster, name: net}
          """);
  private final ObjectNode infrastructure =
      PoolFixture.yaml(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPManagedCluster
          metadata: {name: net, namespace: team}
          spec: {credentialsRef: {name: key, namespace: team}}
          """);
  private final ObjectNode controlPlane =
      PoolFixture.yaml(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPManagedControlPlane
          metadata: {name: demo, namespace: team}
          spec: {project: weir-demo, location: europe-west1-b, clusterName: demo}
          """);

  @BeforeEach
  void makeACluster() {
    cloud
        .engine(GcpSeedData.PROJECT)
        .addCluster(
            LOCATION,
            "demo",
            "v1.35.4",
            "203.0.113.7",
            Base64.getEncoder().encodeToString(CA.getBytes(StandardCharsets.US_ASCII)));
  }

  @AfterEach
  void stop() {
    cloud.close();
  }

  @Test
  void theTokenIsAnAccessTokenOfTheAddressOfTheServiceAccount() throws Exception {
    Instant before = Instant.now();

    ClusterCredentials made = access.credentials(scope());

    assertThat(made.server()).isEqualTo("https://203.0.113.7");
    assertThat(made.caPem()).isEqualTo(CA);
    assertThat(AccessTokens.user(made.token(), Instant.now()))
        .hasValue(cloud.seedData().caller().email());
    assertThat(made.expiry())
        .isAfter(before.plus(Duration.ofMinutes(58)))
        .isBefore(Instant.now().plus(Duration.ofMinutes(59)));
    assertThat(made.rights())
        .contains("workload.yaml")
        .contains("create clusterrolebinding")
        .contains("roles/container.clusterViewer");
    assertThat(made.toString()).doesNotContain(made.token());
  }

  @ParameterizedTest
  @CsvSource({
    "DENIED, Denied, 'GetToken: Invalid JWT Signature.; Google gives no token for the key in Secret"
        + " team/key: put a key there'",
    "THROTTLED, Throttled, 'GetToken: '",
    "SERVER_ERROR, Transient, 'GetToken: '"
  })
  void aRefusedExchangeIsToldAndNotRepeated(CloudFault.Kind fault, String kind, String message)
      throws Exception {
    cloud.faults().add(CloudFault.of(fault).forAction("GetToken"));
    CloudScope scope = scope();

    assertThatThrownBy(() -> access.credentials(scope))
        .isInstanceOf(ProviderException.class)
        .hasMessageStartingWith(message)
        .satisfies(thrown -> assertThat(thrown.getClass().getSimpleName()).isEqualTo(kind));
    assertThat(cloud.journal().callCounts()).containsEntry("GetToken", 1);
  }

  @Test
  void anExchangeWithoutAnAnswerMayBeTriedAgain() throws Exception {
    cloud.faults().add(CloudFault.of(CloudFault.Kind.DROPPED_BEFORE).forAction("GetToken"));
    CloudScope scope = scope();

    assertThatThrownBy(() -> access.credentials(scope))
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessageStartingWith("GetToken: no token of Google for Secret");
  }

  /** Whoever made the cluster has chosen it. */
  @Test
  void aPrivateAddressIsSentNoTokenUnlessTheManagerAllowsIt() throws Exception {
    cloud.engine(GcpSeedData.PROJECT).makePrivate(LOCATION, "demo", "10.0.0.2");
    CloudScope scope = scope();

    assertThatThrownBy(() -> access.credentials(scope))
        .isInstanceOf(ProviderException.Rejected.class)
        .hasMessageContaining("private address 10.0.0.2")
        .hasMessageContaining("--set gcp.private-endpoints=true");
    assertThat(cloud.journal().callCounts()).doesNotContainKey("GetToken");
    assertThat(access("true").credentials(scope).server()).isEqualTo("https://10.0.0.2");
    assertThat(access.find(scope).host()).isEqualTo("10.0.0.2");
  }

  @Test
  void aClusterThatGkeDoesNotHaveIsNamed() throws Exception {
    controlPlane.withObject("/spec").put("clusterName", "absent");
    CloudScope scope = scope();

    for (var asked :
        List.<ProviderException.CloudCall<?>>of(
            () -> access.credentials(scope), () -> access.find(scope))) {
      assertThatThrownBy(asked::send)
          .isInstanceOf(ProviderException.NotFound.class)
          .hasMessageContaining("projects/weir-demo/locations/europe-west1-b/clusters/absent")
          .hasMessageContaining("spec.clusterName");
    }
    assertThat(cloud.journal().callCounts()).doesNotContainKey("GetToken");
  }

  @Test
  void aClusterIsFoundWithItsVersionAndTheZonesOfItsRegion() throws Exception {
    FoundCluster found = access.find(scope());

    assertThat(found.host()).isEqualTo("203.0.113.7");
    assertThat(found.port()).isEqualTo(443);
    assertThat(found.version()).isEqualTo("1.35.4");
    ObjectNode status = Json.MAPPER.createObjectNode();
    found.status().accept(status);
    assertThat(status.toString()).isEqualTo("{\"currentVersion\":\"1.35.4\"}");
    ObjectNode network = Json.MAPPER.createObjectNode();
    found.infrastructureStatus().accept(network);
    assertThat(network.toString())
        .isEqualTo(
            "{\"failureDomains\":{\"europe-west1-b\":{},\"europe-west1-c\":{},\"europe-west1-d\":{}}}");
    assertThat(access.endpointField()).isEqualTo("endpoint");
  }

  @Test
  void theCredentialsMustServeTheNamespaceOfTheControlPlane() {
    infrastructure.withObject("/spec/credentialsRef").put("namespace", "another");
    assertThatThrownBy(this::scope)
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("GCPManagedControlPlane team/demo may not use Secret")
        .hasMessageContaining("move the Secret to namespace team");

    infrastructure.withObject("/spec").remove("credentialsRef");
    assertThatThrownBy(this::scope)
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("name a Secret in GCPManagedCluster spec.credentialsRef")
        .hasMessageContaining("--set gcp.lend-credentials-to=team");
  }

  @Test
  void theClusterMustNameAGcpManagedCluster() {
    cluster.withObject("/spec/infrastructureRef").put("kind", "GCPCluster");

    assertThatThrownBy(this::scope)
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("does not name a GCPManagedCluster");
  }

  private CloudScope scope() throws PrerequisiteException {
    return access.scope(
        new ApiObject(cluster),
        new ApiObject(controlPlane),
        (kind, key) ->
            Optional.of(new ApiObject(infrastructure))
                .filter(it -> kind.equals(GcpConstants.MANAGED_CLUSTER) && key.equals(it.key())));
  }

  /** Whoever writes the Secret must not choose where its signed request goes. */
  private ControlPlaneAccess access(String toPrivateEndpoints) {
    String endpoint = cloud.endpoint().toString();
    CallGate open =
        new CallGate() {
          @Override
          public void beforeCall(CloudRequest cloudRequest) {}

          @Override
          public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
        };
    String key =
        cloud
            .seedData()
            .caller()
            .keyJson(GcpSeedData.PROJECT)
            .replace("https://oauth2.googleapis.com/token", "http://127.0.0.1:1/elsewhere");
    ObjectNode secret = Json.MAPPER.createObjectNode().put("kind", "Secret");
    secret
        .withObject("/data")
        .put(
            "credentials",
            Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8)));
    var context =
        new ProviderContext(
            Map.of(
                "endpoint",
                endpoint,
                "container-endpoint",
                endpoint,
                "token-endpoint",
                endpoint,
                "private-endpoints",
                toPrivateEndpoints),
            open,
            name ->
                Optional.of(new ApiObject(secret))
                    .filter(_ -> name.equals(new ObjectKey("team", "key"))),
            Clock.systemUTC());
    return new GcpProviderFactory()
        .createProviders(context).stream()
            .flatMap(provider -> provider.controlPlaneAccess().stream())
            .findFirst()
            .orElseThrow();
  }
}
