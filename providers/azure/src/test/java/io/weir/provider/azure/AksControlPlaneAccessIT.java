package io.weir.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.containerservice.ManagedCluster;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.ClusterIdentities;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.kit.CalledActions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way into clusters of AKS, at a simulated Azure. */
class AksControlPlaneAccessIT {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String CA = "-----BEGIN CERTIFICATE-----";

  private final AzureCloud cloud = AzureCloud.start();
  private final AzureSessions sessions = new AzureSessions(context());
  private final ControlPlaneAccess access =
      new AzureManagedMachinePoolProvider(
              sessions, new ClusterIdentities(""), Clock.fixed(NOW, ZoneOffset.UTC))
          .controlPlaneAccess()
          .orElseThrow();

  private ProviderContext context() {
    CallGate gate =
        new CallGate() {
          @Override
          public void beforeCall(CloudRequest cloudRequest) {}

          @Override
          public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
        };
    String address = cloud.endpoint().toString();
    ObjectNode secret = Json.MAPPER.createObjectNode().put("kind", "Secret");
    secret.withObject("/data").put("clientSecret", base64(AzureSeedData.PRINCIPAL.secret()));
    return new ProviderContext(
        Map.of("endpoint", address, "authority-host", address),
        gate,
        key ->
            key.equals(new ObjectKey("team", "sp"))
                ? Optional.of(new ApiObject(secret))
                : Optional.empty(),
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @BeforeEach
  void start() {
    put(true, "Running");
  }

  private void put(boolean withEntraId, String powerState) {
    cloud
        .admin()
        .putManagedCluster(
            AzureSeedData.SUBSCRIPTION,
            new ManagedCluster(
                "group",
                "demo",
                "westeurope",
                "1.35.4",
                "https://demo-1.hcp.westeurope.azmk8s.io:443",
                base64(CA),
                withEntraId,
                powerState));
  }

  @AfterEach
  void stop() {
    sessions.close();
    cloud.close();
    CalledActions.of("azure")
        .assertNoOthers(
            cloud.journal().actions().stream()
                .filter(action -> action.startsWith("arm:"))
                .toList());
  }

  @Test
  void theTokenIsOneForClustersOfAksAndNotForAzure() throws Exception {
    ClusterCredentials made = access.credentials(scope("team"));

    assertThat(made.server()).isEqualTo("https://demo-1.hcp.westeurope.azmk8s.io:443");
    assertThat(made.caPem()).isEqualTo(CA);
    assertThat(made.expiry())
        .isBetween(NOW.plus(Duration.ofMinutes(55)), NOW.plus(Duration.ofMinutes(60)));
    assertThat(made.toString()).doesNotContain(made.token());
    JsonNode claims = claims(made.token());
    assertThat(claims.path("aud").asText()).isEqualTo("6dae42f8-4368-4678-94ff-3960e28e3630");
    assertThat(claims.path("oid").asText()).isEqualTo(AzureSeedData.PRINCIPAL.objectId());
  }

  @Test
  void ofAClusterWithAccountsOfItsOwnNoCredentialsAreAskedFor() {
    put(false, "Running");

    assertThatThrownBy(() -> access.credentials(scope("team")))
        .isInstanceOf(ProviderException.Rejected.class)
        .hasMessageContaining("its own accounts are those of administrators")
        .hasMessageContaining("az aks update --enable-aad");
    assertThat(cloud.journal().callCount("ManagedClusters_ListClusterUserCredentials")).isZero();
  }

  @Test
  void aClusterThatIsStoppedOrThatAksDoesNotHaveIsTold() throws Exception {
    put(true, "Stopped");
    ObjectNode absent = controlPlane("team").copyTree();
    absent.withObject("/metadata").put("name", "absent");
    CloudScope nowhere = scope(new ApiObject(absent));

    assertThatThrownBy(() -> access.find(scope("team")))
        .isInstanceOf(ProviderException.Busy.class)
        .hasMessageContaining("AKS cluster demo is Stopped; it can be used once it runs");
    assertThatThrownBy(() -> access.find(nowhere))
        .isInstanceOf(ProviderException.NotFound.class)
        .hasMessageContaining("absent");
  }

  @Test
  void aClusterIsFoundWithTheResourceGroupOfItsNodes() throws Exception {
    FoundCluster found = access.find(scope("team"));

    assertThat(found.host()).isEqualTo("demo-1.hcp.westeurope.azmk8s.io");
    assertThat(found.port()).isEqualTo(443);
    assertThat(found.version()).isEqualTo("v1.35.4");
    ObjectNode controlPlane = Json.MAPPER.createObjectNode();
    found.controlPlane().accept(controlPlane);
    assertThat(controlPlane.at("/spec/nodeResourceGroupName").asText())
        .isEqualTo("MC_group_demo_westeurope");
    ObjectNode own = TestObjects.parse("{\"spec\": {\"nodeResourceGroupName\": \"a\"}}");
    ObjectNode before = own.deepCopy();
    found.controlPlane().accept(own);
    assertThat(own).isEqualTo(before);
  }

  @Test
  void theIdentityMustAdmitTheNamespaceOfTheControlPlane() {
    assertThatThrownBy(() -> scope("another"))
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("AzureManagedControlPlane another/demo may not use")
        .hasMessageContaining("spec.allowedNamespaces");
  }

  private CloudScope scope(String namespace) throws PrerequisiteException {
    return scope(controlPlane(namespace));
  }

  private CloudScope scope(ApiObject controlPlane) throws PrerequisiteException {
    return access.scope(
        new ApiObject(TestObjects.cluster(controlPlane.namespace(), "demo")),
        controlPlane,
        (kind, _) -> Optional.of(identity()).filter(found -> found.groupKind().equals(kind)));
  }

  private static ApiObject controlPlane(String namespace) {
    return new ApiObject(
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
             "kind": "AzureManagedControlPlane",
             "metadata": {"namespace": "%s", "name": "demo"},
             "spec": {"subscriptionID": "%s", "resourceGroupName": "group",
                      "location": "westeurope", "version": "v1.35.4",
                      "nodeResourceGroupName": "nodes",
                      "identityRef": {"kind": "AzureClusterIdentity",
                                      "namespace": "team", "name": "azure"}}}
            """
                .formatted(namespace, AzureSeedData.SUBSCRIPTION)));
  }

  private ApiObject identity() {
    return new ApiObject(
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
             "kind": "AzureClusterIdentity", "metadata": {"namespace": "team", "name": "azure"},
             "spec": {"type": "ServicePrincipal", "tenantID": "%s", "clientID": "%s",
                      "clientSecret": {"name": "sp", "namespace": "team"},
                      "allowedNamespaces": {"list": ["team"]}}}
            """
                .formatted(cloud.seedData().tenant(), AzureSeedData.PRINCIPAL.clientId())));
  }

  private static JsonNode claims(String token) throws IOException {
    return Json.MAPPER.readTree(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]));
  }
}
