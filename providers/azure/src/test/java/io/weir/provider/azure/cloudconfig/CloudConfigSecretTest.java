package io.weir.provider.azure.cloudconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolSecret;
import io.weir.provider.PoolSecret.Result;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryResults;
import io.weir.provider.azure.api.QuantityParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is in the Secret. The files beside it are what Go's encoder prints of upstream's fields for
 * the same objects.
 */
class CloudConfigSecretTest {

  private static final String SUBSCRIPTION = "0b1f6471-1bf0-4dda-aec3-cb9272f09590";
  private static final String TENANT = "3f1a0c7d-9b1e-4d7c-8a55-1c2d3e4f5a6b";
  private static final String CLIENT = "8a9c7f2e-4a55-4f0e-8f3b-6a1f2b3c4d5e";
  private static final String PASSWORD = "secret~of~the~application";
  private static final String IDENTITY =
      "/subscriptions/%s/resourceGroups/w1/providers/Microsoft.ManagedIdentity/userAssignedIdentities/nodes"
          .formatted(SUBSCRIPTION);
  private static final UserAssignedIdentityQuery QUERY = new UserAssignedIdentityQuery(IDENTITY);
  private static final ObjectKey ELSEWHERE = new ObjectKey("identities", "key");
  private static final ObjectKey BESIDE = new ObjectKey("team", "key");

  private final CloudConfigSecret secret = new CloudConfigSecret();
  private final ObjectNode cluster =
      tree(
          """
          apiVersion: cluster.x-k8s.io/v1beta2
          kind: Cluster
          metadata: {name: w1, namespace: team}
          spec:
            infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: AzureCluster, name: w1}
          """);
  private final ObjectNode azureCluster =
      tree(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: AzureCluster
          metadata: {name: w1, namespace: team}
          spec:
            location: westeurope
            subscriptionID: 0b1f6471-1bf0-4dda-aec3-cb9272f09590
            networkSpec:
              vnet: {name: w1-vnet, resourceGroup: w1-net}
              subnets:
                - {name: all, role: cluster, securityGroup: {name: all-nsg}}
                - {name: w1-controlplane-subnet, role: control-plane, securityGroup: {name: w1-controlplane-nsg}}
                - name: w1-node-subnet
                  role: node
                  securityGroup: {name: w1-node-nsg}
                  routeTable: {name: w1-node-routetable}
                - {name: more, role: node}
              nodeOutboundLB: {name: w1, backendPool: {name: w1-outboundBackendPool}}
          """);
  private final ObjectNode pool =
      tree(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: AzureMachinePool
          metadata: {name: workers, namespace: team}
          spec: {location: eastus}
          """);
  private String proof = "CLIENT_SECRET";
  private String account = SUBSCRIPTION;
  private ObjectKey credentials = ELSEWHERE;
  private Optional<ApiObject> credentialsSecret = Optional.empty();
  private QueryResults answers =
      query ->
          query.equals(QUERY)
              ? Optional.of(
                  new UserAssignedIdentityQuery.ClientId("9d6a2b1c-0e4f-4a7b-8c3d-5e6f7a8b9c0d"))
              : Optional.empty();

  private static ObjectNode tree(String yaml) {
    try {
      return new YAMLMapper().readValue(yaml, ObjectNode.class);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  private static String golden(String name) throws IOException {
    return Files.readString(
        Path.of("src/test/resources/io/weir/provider/azure/cloudconfig", name + ".json"));
  }

  private Result resolve() {
    boolean ofManager = proof.equals("SERVICE_ACCOUNT_TOKEN");
    var identity =
        new CloudIdentity.OfObject(
            "AzureClusterIdentity",
            new ObjectKey(credentials.namespace(), "azure"),
            ofManager ? Optional.empty() : Optional.of(credentials),
            "%s %s %s".formatted(proof, TENANT, CLIENT));
    return secret.resolve(
        new PoolSecret.Context(
            new PoolInputs(
                new ApiObject(pool),
                new ApiObject(Json.MAPPER.createObjectNode()),
                Optional.of(new ApiObject(cluster)),
                Optional.empty(),
                new PoolMarks("mc-1", "AzureMachinePool/team/workers"),
                (_, _) -> Optional.of(new ApiObject(azureCluster))),
            new CloudScope("azure", identity, account, "eastus", "w1"),
            answers,
            credentialsSecret));
  }

  private Result.Wanted wanted() {
    return (Result.Wanted) resolve();
  }

  private String config() {
    return wanted().data().get("worker-node-azure.json");
  }

  private PrerequisiteException cause() {
    return ((Result.Blocked) resolve()).cause();
  }

  private void setIdentity(String kind) {
    pool.withObject("/spec").put("identity", kind);
  }

  private void assignIdentity(String providerId) {
    setIdentity("UserAssigned");
    pool.withObject("/spec")
        .putArray("userAssignedIdentities")
        .addObject()
        .put("providerID", providerId);
  }

  private void putPasswordBeside() {
    credentials = BESIDE;
    ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Secret");
    tree.withObject("/data")
        .put(
            "clientSecret",
            Base64.getEncoder().encodeToString((PASSWORD + "\n").getBytes(StandardCharsets.UTF_8)));
    credentialsSecret = Optional.of(new ApiObject(tree));
  }

  @Nested
  class WithAnIdentityOfTheMachines {

    @Test
    void namesNoOtherIfItIsTheirOwn() throws Exception {
      setIdentity("SystemAssigned");

      assertThat(config()).isEqualTo(golden("system-assigned"));
      assertThat(wanted().notice()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "azure://"})
    void namesTheFirstThatTheyAreGivenByItsClientId(String prefix) throws Exception {
      assignIdentity(prefix + IDENTITY);

      assertThat(config()).isEqualTo(golden("user-assigned"));
      assertThat(wanted().notice()).isEmpty();
    }

    @Test
    void asksAzureForTheClientIdFirst() {
      assignIdentity(IDENTITY);
      answers = _ -> Optional.empty();

      assertThat(resolve()).isEqualTo(new Result.NeedsQueries(Set.of(QUERY)));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "nodes",
          "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/w1",
          "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/../providers/Microsoft.ManagedIdentity/userAssignedIdentities/nodes",
          "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/w1/providers/Microsoft.ManagedIdentity/userAssignedIdentities/nodes?a=b",
          "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/w1/providers/Microsoft.ManagedIdentity/userAssignedIdentities/nodes/federatedIdentityCredentials"
        })
    void asksForNothingThatIsNoIdentity(String id) {
      assignIdentity(id);

      assertThat(cause())
          .hasMessageContainingAll("spec.userAssignedIdentities[0].providerID", "correct it");
    }

    @Test
    void isMissedIfNoneIsNamed() {
      setIdentity("UserAssigned");

      assertThat(cause()).hasMessageContaining("spec.userAssignedIdentities names none");
    }
  }

  @Nested
  class WithoutAnIdentityOfTheMachines {

    @Test
    void hasTheClientSecretThatLiesBesideThePoolAndWarnsOfIt() throws Exception {
      putPasswordBeside();

      assertThat(config()).isEqualTo(golden("none-with-secret"));
      assertThat(wanted().notice())
          .hasValueSatisfying(
              notice -> {
                assertThat(notice.reason()).isEqualTo("VMIdentityNone");
                assertThat(notice)
                    .hasMessageContainingAll("workers-azure-json", "in clear", "spec.identity")
                    .hasMessageNotContaining(PASSWORD);
              });
    }

    @Test
    void hasNoClientSecretOfAnotherNamespaceAndSaysWhatToDo() throws Exception {
      setIdentity("None");

      assertThat(config()).isEqualTo(golden("none-without-secret"));
      assertThat(wanted().notice())
          .hasValueSatisfying(
              notice ->
                  assertThat(notice)
                      .hasMessageContainingAll(
                          "not copied from another namespace",
                          "UserAssigned",
                          "without the label w1"));
    }

    /** Even if whoever asks hands over more than it should. */
    @Test
    void takesNothingFromASecretOfAnotherNamespace() throws Exception {
      putPasswordBeside();
      credentials = ELSEWHERE;

      assertThat(config()).isEqualTo(golden("none-without-secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CERTIFICATE", "SERVICE_ACCOUNT_TOKEN"})
    void hasTheClientAloneIfItProvesItselfOtherwise(String by) throws Exception {
      putPasswordBeside();
      proof = by;

      assertThat(config()).isEqualTo(golden("none-without-secret"));
      assertThat(wanted().notice()).isEmpty();
    }

    @Test
    void waitsForASecretThatIsNotThere() {
      credentials = BESIDE;

      assertThat(cause().needsUserAction()).isFalse();
      assertThat(cause()).hasMessage("Secret team/key has no clientSecret yet");
    }
  }

  @Nested
  class OfACluster {

    @Test
    void inAnEdgeZoneOfAnotherCloudWithHardlyANetworkIsTold() throws Exception {
      setIdentity("SystemAssigned");
      account = "AzureUSGovernmentCloud:" + SUBSCRIPTION;
      ObjectNode spec = azureCluster.withObject("/spec");
      spec.put("location", "usgovvirginia");
      spec.putObject("extendedLocation").put("name", "edge1").put("type", "EdgeZone");
      ObjectNode network = spec.putObject("networkSpec");
      network.putObject("vnet").put("name", "w1-vnet");
      network.putArray("subnets").addObject().put("name", "w1-node-subnet").put("role", "cluster");

      assertThat(config()).isEqualTo(golden("edge-zone"));
    }

    @Test
    void givesItsLimitsAndRepetitions() throws Exception {
      setIdentity("SystemAssigned");
      azureCluster
          .withObject("/spec")
          .set(
              "cloudProviderConfigOverrides",
              tree(
                  """
                  rateLimits:
                    - {name: virtualMachineSizesRateLimit, config: {cloudProviderRateLimitQPS: 2Ki}}
                    - name: virtualMachineScaleSetRateLimit
                      config: {cloudProviderRateLimit: true, cloudProviderRateLimitQPS: "1.2", cloudProviderRateLimitBucket: 10,
                        cloudProviderRateLimitQPSWrite: 100m}
                    - name: loadBalancerRateLimit
                      config: {cloudProviderRateLimit: true, cloudProviderRateLimitQPSWrite: 15e-1, cloudProviderRateLimitBucketWrite: 5}
                    - {name: routeRateLimit}
                    - {name: defaultRateLimit, config: {cloudProviderRateLimit: true, cloudProviderRateLimitQPS: 100,
                        cloudProviderRateLimitBucket: 200}}
                  backOffs: {cloudProviderBackoff: true, cloudProviderBackoffRetries: 6, cloudProviderBackoffExponent: "1.5",
                    cloudProviderBackoffDuration: 5, cloudProviderBackoffJitter: 1}
                  """));

      assertThat(config()).isEqualTo(golden("overrides"));
    }

    @Test
    void isWaitedForUntilItHasANetwork() {
      azureCluster.withObject("/spec").remove("networkSpec");

      assertThat(cause().needsUserAction()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"1.5, 1.5", "1500m, 1.5", "2Ki, 2048", "1e2, 100", ".5, 0.5", "3., 3", "-1, -1"})
  void quantitiesOfKubernetesAreNumbers(String quantity, double number) {
    assertThat(QuantityParser.parse(quantity)).contains(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "1.5.5", "1e1.5", "1kk"})
  void whatIsNoQuantityIsNone(String text) {
    assertThat(QuantityParser.parse(text)).isEmpty();
  }

  @Test
  void allThreeEntriesAreEqualUnderTheLabelOfUpstream() {
    setIdentity("SystemAssigned");

    assertThat(secret.name(new ApiObject(pool))).isEqualTo("workers-azure-json");
    assertThat(wanted().labels()).containsOnly(Map.entry("w1", "owned"));
    assertThat(wanted().data().keySet())
        .containsExactlyInAnyOrder(
            "control-plane-azure.json", "worker-node-azure.json", "azure.json");
    assertThat(Set.copyOf(wanted().data().values())).hasSize(1);
  }
}
