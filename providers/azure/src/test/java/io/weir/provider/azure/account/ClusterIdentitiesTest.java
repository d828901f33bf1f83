package io.weir.provider.azure.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.BootstrapData;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.Place;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.PrerequisiteException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a pool's scale set is, and whose credentials it may use. */
class ClusterIdentitiesTest {
  private static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io/v1beta1";
  private static final String SUBSCRIPTION = "0b1f6471-1bf0-4dda-aec3-cb9272f09590";
  private static final CloudIdentity NAMED =
      new CloudIdentity.OfObject("AzureClusterIdentity", new ObjectKey("team", "azure"));

  private final Map<GroupKind, Map<ObjectKey, ApiObject>> objects = new HashMap<>();
  private final ClusterIdentities identities = new ClusterIdentities("weir-system");
  private ApiObject pool = object(INFRASTRUCTURE, "AzureMachinePool", "team", "workers", "{}");

  @BeforeEach
  void cluster() {
    azureCluster(
        """
        {"location": "westeurope", "subscriptionID": "%s", "resourceGroup": "prod",
         "identityRef": {"kind": "AzureClusterIdentity", "name": "azure"}}
        """
            .formatted(SUBSCRIPTION));
    add(object("v1", "Namespace", "{}", "{\"name\": \"team\", \"labels\": {\"team\": \"a\"}}"));
  }

  private void azureCluster(String spec) {
    add(object(INFRASTRUCTURE, "AzureCluster", "team", "prod", spec));
  }

  private void identity(String namespace, String spec) {
    add(object(INFRASTRUCTURE, "AzureClusterIdentity", namespace, "azure", spec));
  }

  private static ApiObject object(
      String version, String kind, String namespace, String name, String spec) {
    return object(
        version,
        kind,
        spec,
        "{\"name\": \"%s\", \"namespace\": \"%s\"}".formatted(name, namespace));
  }

  private static ApiObject object(String version, String kind, String spec, String metadata) {
    try {
      ObjectNode tree = Json.MAPPER.createObjectNode();
      tree.put("apiVersion", version).put("kind", kind);
      tree.set("metadata", Json.MAPPER.readTree(metadata));
      tree.set("spec", Json.MAPPER.readTree(spec));
      return new ApiObject(tree);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }

  private void add(ApiObject object) {
    objects.computeIfAbsent(object.groupKind(), _ -> new HashMap<>()).put(object.key(), object);
  }

  private Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    return Optional.ofNullable(objects.getOrDefault(kind, Map.of()).get(key));
  }

  private PoolInputs inputs() {
    ApiObject cluster =
        object(
            "cluster.x-k8s.io/v1beta2",
            "Cluster",
            "team",
            "prod",
            """
            {"infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
             "kind": "AzureCluster", "name": "prod"}}
            """);
    return new PoolInputs(
        pool,
        object("cluster.x-k8s.io/v1beta2", "MachinePool", "team", "workers", "{}"),
        Optional.of(cluster),
        Optional.<BootstrapData>empty(),
        PoolMarks.of("uid-1", pool),
        this::find);
  }

  @Nested
  class Scope {
    @Test
    void isTheClustersSubscriptionAndResourceGroupInThePoolsLocation() throws Exception {
      pool =
          object(
              INFRASTRUCTURE,
              "AzureMachinePool",
              "team",
              "workers",
              "{\"location\": \"North Europe\"}");

      CloudScope scope = AzureScopeResolver.resolve(inputs());

      assertThat(scope)
          .isEqualTo(new CloudScope("azure", NAMED, SUBSCRIPTION, "northeurope", "prod"));
      assertThat(AzureScopeResolver.isPossible(scope)).isTrue();
      assertThat(AzureScope.of(scope))
          .hasValue(new AzureScope(AzureEnvironment.PUBLIC, SUBSCRIPTION, "northeurope", "prod"));
      assertThat(Place.parse(new Place(scope, "workers").annotationValue()).scope())
          .isEqualTo(scope);
    }

    @ParameterizedTest
    @CsvSource({
      "AzureUSGovernmentCloud, https://management.usgovcloudapi.net,"
          + " https://login.microsoftonline.us",
      "AzureChinaCloud, https://management.chinacloudapi.cn, https://login.chinacloudapi.cn"
    })
    void namesTheCloudWhereItIsNotThePublicOne(String word, String manager, String authority)
        throws Exception {
      azureCluster(
          """
          {"location": "usgovvirginia", "subscriptionID": "%s", "azureEnvironment": "%s",
           "identityRef": {"name": "azure"}}
          """
              .formatted(SUBSCRIPTION.toUpperCase(Locale.ROOT), word));

      CloudScope scope = AzureScopeResolver.resolve(inputs());

      assertThat(scope.account()).isEqualTo(word + ":" + SUBSCRIPTION);
      AzureEnvironment environment = AzureScope.of(scope).orElseThrow().environment();
      assertThat(environment.resourceManager()).hasToString(manager);
      assertThat(environment.authorityHost()).hasToString(authority);
      assertThat(environment.tokenScope()).isEqualTo(manager + "/.default");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {"location": "x1y", "identityRef": {"name": "azure"}}                        | has no spec.subscriptionID
            {"location": "westeurope", "subscriptionID": "prod/x", "identityRef": {"name": "a"}} | spec.subscriptionID prod/x is not the id
            {"location": "evil.test/", "subscriptionID": "SUB", "identityRef": {"name": "a"}} | spec.location evil.test/ is not a location
            {"subscriptionID": "SUB", "identityRef": {"name": "a"}}                      | has no spec.location
            {"location": "westeurope", "subscriptionID": "SUB", "resourceGroup": "a/../b", "identityRef": {"name": "a"}} | spec.resourceGroup a/../b is not the name
            {"location": "westeurope", "subscriptionID": "SUB", "azureEnvironment": "https://evil.test", "identityRef": {"name": "a"}} | spec.azureEnvironment https://evil.test is not supported
            {"location": "westeurope", "subscriptionID": "SUB"}                          | has no spec.identityRef
            {"location": "westeurope", "subscriptionID": "SUB", "identityRef": {"kind": "AzureManagedIdentity", "name": "a"}} | names a AzureManagedIdentity
            {"location": "westeurope", "subscriptionID": "SUB", "identityRef": {"name": "../a"}} | is no name of an object
            """)
    void ofFieldsThatCannotBeIsRefused(String spec, String why) {
      azureCluster(spec.replace("SUB", SUBSCRIPTION));

      assertThatThrownBy(() -> AzureScopeResolver.resolve(inputs()))
          .isInstanceOf(PrerequisiteException.class)
          .hasMessageStartingWith("AzureCluster team/prod ")
          .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({
      "aws, 0b1f6471-1bf0-4dda-aec3-cb9272f09590, westeurope, prod",
      "azure, AzurePublicCloud:0b1f6471-1bf0-4dda-aec3-cb9272f09590, westeurope, prod",
      "azure, Other:0b1f6471-1bf0-4dda-aec3-cb9272f09590, westeurope, prod",
      "azure, 0B1F6471-1BF0-4DDA-AEC3-CB9272F09590, westeurope, prod",
      "azure, 0b1f6471-1bf0-4dda-aec3-cb9272f09590, west-europe, prod",
      "azure, 0b1f6471-1bf0-4dda-aec3-cb9272f09590, westeurope, a/b",
      "azure, 0b1f6471-1bf0-4dda-aec3-cb9272f09590, westeurope, ''"
    })
    void thatSomebodyHasWrittenOnAPoolIsNoneOfAzure(
        String cloud, String account, String region, String parent) {
      assertThat(
              AzureScopeResolver.isPossible(new CloudScope(cloud, NAMED, account, region, parent)))
          .isFalse();
    }
  }

  @Nested
  class Authorization {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            null                                              | refused
            {}                                                | admitted
            {"list": null}                                    | admitted
            {"list": []}                                      | refused
            {"list": ["other"]}                               | refused
            {"list": ["other", "team"]}                       | admitted
            {"selector": {}}                                  | refused
            {"selector": {"matchLabels": {"team": "a"}}}      | admitted
            {"selector": {"matchLabels": {"team": "b"}}}      | refused
            {"list": ["other"], "selector": {"matchExpressions": [{"key": "team", "operator": "In", "values": ["a"]}]}} | admitted
            """)
    void isGivenToTheNamespacesThatTheIdentityAdmits(String allowed, String verdict) {
      identity("team", servicePrincipal(allowed));

      var refusal =
          catchThrowable(() -> identities.authorize(NAMED, pool, ClusterIdentitiesTest.this::find));

      if (refusal != null) {
        assertThat(refusal)
            .hasMessageContaining("spec.allowedNamespaces does not admit namespace team");
      }
      assertThat(refusal == null ? "admitted" : "refused").isEqualTo(verdict);
    }

    @Test
    void isNotGivenForALabelOfANamespaceThatIsNotKnown() {
      objects.remove(ClusterIdentities.NAMESPACE);
      identity(
          "team",
          servicePrincipal(
              "{\"selector\": {\"matchExpressions\": [{\"key\": \"x\", \"operator\":"
                  + " \"DoesNotExist\"}]}}"));

      assertThatThrownBy(() -> identities.authorize(NAMED, pool, ClusterIdentitiesTest.this::find))
          .hasMessageContaining("does not admit");
    }

    @Test
    void lendsTheSecretBesideTheIdentity() throws Exception {
      identity("team", servicePrincipal("{}"));

      CloudIdentity granted = identities.authorize(NAMED, pool, ClusterIdentitiesTest.this::find);

      assertThat(granted.credentialsSecret()).hasValue(new ObjectKey("team", "sp"));
      assertThat(granted).hasToString("AzureClusterIdentity/team/azure");
      assertThat(AzurePrincipal.of(granted))
          .hasValue(
              new AzurePrincipal(AzurePrincipal.Proof.CLIENT_SECRET, "contoso.test", "app-1", ""));
      assertThat(AzurePrincipal.of(NAMED)).isEmpty();
    }

    private static String servicePrincipal(String allowed) {
      return """
      {"type": "ServicePrincipal", "tenantID": "contoso.test", "clientID": "app-1",
       "clientSecret": {"name": "sp", "namespace": "team"}, "allowedNamespaces": %s}
      """
          .formatted(allowed);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            "type": "WorkloadIdentity"                                       | lends: create it in weir-system
            "type": "UserAssignedMSI"                                        | lends: create it in weir-system
            "type": "ServicePrincipalCertificate", "certPath": "/etc/key.pem" | lends: create it in weir-system
            "type": "ServicePrincipal", "clientSecret": {"name": "sp", "namespace": "weir-system"} | is in another namespace: move the Secret to namespace team
            "type": "ServicePrincipal"                                       | has no spec.clientSecret
            "type": "ServicePrincipal", "clientSecret": {"name": "../sp"}    | no name of a Secret
            "type": "UserAssignedIdentityCredential"                         | spec.type UserAssignedIdentityCredential is not supported
            "type": "ServicePrincipal", "clientID": "a b", "clientSecret": {"name": "sp"} | spec.tenantID or spec.clientID
            "type": "ServicePrincipal", "tenantID": "evil.test/x?", "clientSecret": {"name": "sp"} | spec.tenantID or spec.clientID
            """)
    void isNotGivenForWhatIsNotTheTenantsOwn(String fields, String why) {
      String spec =
          """
          {"tenantID": "contoso.test", "clientID": "app-1", "allowedNamespaces": {}, %s}
          """
              .formatted(fields);
      identity("team", spec);

      assertThatThrownBy(() -> identities.authorize(NAMED, pool, ClusterIdentitiesTest.this::find))
          .isInstanceOf(PrerequisiteException.class)
          .hasMessageStartingWith(
              "AzureMachinePool team/workers may not use AzureClusterIdentity/team/azure: ")
          .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({"WorkloadIdentity, SERVICE_ACCOUNT_TOKEN", "UserAssignedMSI, MACHINE"})
    void ofTheManagersOwnCredentialsIsGivenByAnIdentityInItsNamespace(String type, String proof)
        throws Exception {
      var named =
          new CloudIdentity.OfObject("AzureClusterIdentity", new ObjectKey("weir-system", "azure"));
      identity(
          "weir-system",
          """
          {"type": "%s", "tenantID": "contoso.test", "clientID": "app-1",
           "allowedNamespaces": {"list": ["team"]}}
          """
              .formatted(type));

      CloudIdentity granted = identities.authorize(named, pool, ClusterIdentitiesTest.this::find);

      assertThat(granted.credentialsSecret()).isEmpty();
      assertThat(AzurePrincipal.of(granted).orElseThrow().proof()).hasToString(proof);
      assertThatThrownBy(
              () ->
                  new ClusterIdentities("")
                      .authorize(named, pool, ClusterIdentitiesTest.this::find))
          .hasMessageContaining("the manager's own");
    }

    @Test
    void isNotGivenOnceTheIdentityIsGone() {
      assertThatThrownBy(() -> identities.authorize(NAMED, pool, ClusterIdentitiesTest.this::find))
          .hasMessageContaining("it does not exist");
    }

    @Test
    void isNotGivenForAnythingElse() {
      for (CloudIdentity other :
          List.of(
              new CloudIdentity.Ambient(),
              new CloudIdentity.OfSecret(new ObjectKey("team", "sp")),
              new CloudIdentity.OfObject("AzureClusterIdentity", new ObjectKey("", "azure")),
              new CloudIdentity.OfObject("Other", new ObjectKey("team", "azure")))) {
        assertThatThrownBy(
                () -> identities.authorize(other, pool, ClusterIdentitiesTest.this::find))
            .hasMessageContaining("only an AzureClusterIdentity is supported");
      }
    }
  }
}
