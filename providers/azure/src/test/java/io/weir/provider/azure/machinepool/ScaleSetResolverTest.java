package io.weir.provider.azure.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.BootstrapData;
import io.weir.provider.CallGate;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryResults;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.AzureProviderFactory;
import io.weir.provider.azure.account.AzureScopeResolver;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.size.VmSize;
import io.weir.provider.azure.size.VmSizeQuery;
import io.weir.provider.azure.size.VmSizeQuery.VmSizeResult;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScaleSetResolverTest {

  private static final VmSizeQuery QUERY = new VmSizeQuery("westeurope", "Standard_D2s_v3");

  private final ObjectNode cluster =
      tree(
          """
          {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster", "metadata": {"name": "w1", "namespace": "team"},
           "spec": {"infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io", "kind": "AzureCluster", "name": "w1"}},
           "status": {"initialization": {"infrastructureProvisioned": true}}}
          """);
  private final ObjectNode azureCluster =
      tree(
          """
          {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1", "kind": "AzureCluster", "metadata": {"name": "w1", "namespace": "team"},
           "spec": {"location": "westeurope", "subscriptionID": "00000000-0000-0000-0000-000000000123",
            "identityRef": {"kind": "AzureClusterIdentity", "name": "azure"},
            "networkSpec": {"vnet": {"name": "w1-vnet"}, "subnets": [{"name": "nodes", "role": "node"}]}}}
          """);
  private final ObjectNode machinePool =
      tree(
          """
          {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool", "metadata": {"name": "pool-a", "namespace": "team"},
           "spec": {"replicas": 2, "template": {"spec": {"version": "v1.34.2", "bootstrap": {"dataSecretName": "mine"}}}}}
          """);
  private final ObjectNode pool = PoolFixture.plain().pool().copyTree();
  private Optional<BootstrapData> data =
      Optional.of(new BootstrapData("team/b", "cloud-config", "YQ=="));

  private static ObjectNode tree(String json) {
    try {
      return (ObjectNode) Json.MAPPER.readTree(json);
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(json, malformed);
    }
  }

  private PoolInputs inputs() {
    return new PoolInputs(
        new ApiObject(pool),
        new ApiObject(machinePool),
        Optional.of(new ApiObject(cluster)),
        data,
        new PoolMarks("mc-1", "AzureMachinePool/team/pool-a"),
        (_, _) -> Optional.of(new ApiObject(azureCluster)));
  }

  private static QueryResults answers(boolean answered) {
    var size = new VmSize(QUERY.name(), Map.of(), Set.of(), Set.of(), false, false);
    return query ->
        answered && query.equals(QUERY)
            ? Optional.of(new VmSizeResult(Optional.of(size)))
            : Optional.empty();
  }

  private ResolveResult<DesiredScaleSet> resolve(boolean answered) {
    return ScaleSetResolver.resolve(inputs(), answers(answered), PoolFixture.NOTHING_SAID);
  }

  private PrerequisiteException blocker() {
    return resolve(true).blocker().orElseThrow();
  }

  @Test
  void theVmSizeIsAskedForFirst() {
    assertThat(resolve(false)).isEqualTo(new ResolveResult.NeedsQueries<>(Set.of(QUERY)));
  }

  @Test
  void theResourceGroupIsNamedAsTheClusterUnlessItSaysOtherwise() {
    assertThat(resolve(true).target().orElseThrow().model().document().toString())
        .contains(
            "/resourceGroups/w1/providers/Microsoft.Network/virtualNetworks/w1-vnet/subnets/nodes");
    assertThat(resolve(true).target().orElseThrow().desiredSize()).hasValue(2);
  }

  @Test
  void theScopeIsTheOneThatItsCallsAreMadeIn() {
    azureCluster.withObject("/metadata").put("name", "azure-w1");
    azureCluster
        .withObject("/spec")
        .put("subscriptionID", "0B1F6471-1BF0-4DDA-AEC3-CB9272F09590")
        .put("location", "West Europe");
    pool.withObject("/spec").remove("location");

    DesiredScaleSet want = resolve(true).target().orElseThrow();

    assertThat(want.placement().location()).isEqualTo("westeurope");
    assertThat(want.model().document().toString())
        .contains(
            "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/azure-w1/providers/Microsoft.Network/virtualNetworks/w1-vnet/subnets/nodes");
    assertThat(want.tags().all())
        .containsEntry("sigs.k8s.io_cluster-api-provider-azure_cluster_w1", "owned");
  }

  @Test
  void inAClusterOfAksMachinesRunBesideItsNodes() throws PrerequisiteException {
    isOfAks();

    DesiredScaleSet want = resolve(true).target().orElseThrow();

    String subscription = "/subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/";
    assertThat(AzureScopeResolver.resolve(inputs()).region()).isEqualTo("westeurope");
    assertThat(want.model().document().toString())
        .contains(
            subscription
                + "w1-rg/providers/Microsoft.Network/virtualNetworks/w1-vnet/subnets/nodes")
        .contains(
            subscription
                + "MC_w1-rg_w1_westeurope/providers/Microsoft.Network/loadBalancers/kubernetes/backendAddressPools/aksOutboundBackendPool");
    azureCluster.withObject("/spec").put("nodeResourceGroupName", "nodes");
    assertThat(resolve(true).target().orElseThrow().model().document().toString())
        .contains(subscription + "nodes/providers/Microsoft.Network/loadBalancers/kubernetes");
  }

  @Test
  void ofAControlPlaneOfAksTheFieldsAreNamedAsItHasThem() {
    isOfAks();
    azureCluster.withObject("/spec").put("nodeResourceGroupName", "../other");
    assertThat(blocker())
        .hasMessageContaining("AzureManagedControlPlane")
        .hasMessageContaining("spec.nodeResourceGroupName");
    azureCluster.withObject("/spec").remove("nodeResourceGroupName");
    azureCluster.withObject("/spec/virtualNetwork").put("name", "a/b");
    assertThat(blocker()).hasMessageContaining("spec.virtualNetwork.name a/b is no name");
    azureCluster.withObject("/spec").remove("virtualNetwork");
    assertThat(blocker()).hasMessageContaining("spec.virtualNetwork has no name yet");
  }

  private void isOfAks() {
    cluster.withObject("/spec/infrastructureRef").put("kind", "AzureManagedCluster");
    cluster
        .withObject("/spec/controlPlaneRef")
        .put("apiGroup", "infrastructure.cluster.x-k8s.io")
        .put("kind", "AzureManagedControlPlane")
        .put("name", "w1");
    azureCluster.put("kind", "AzureManagedControlPlane");
    azureCluster.set(
        "spec",
        tree(
            """
            {"location": "westeurope", "subscriptionID": "00000000-0000-0000-0000-000000000123",
             "resourceGroupName": "w1-rg", "identityRef": {"kind": "AzureClusterIdentity", "name": "azure"},
             "virtualNetwork": {"name": "w1-vnet", "subnet": {"name": "nodes"}}}
            """));
  }

  @Test
  void theRolesThatMachinesMayBeGivenAreThoseOfTheManagersSetting() {
    String reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
    pool.withObject("/spec").put("identity", "SystemAssigned");
    pool.withObject("/spec/systemAssignedIdentityRole")
        .put("name", "11111111-2222-4333-8444-555555555555")
        .put("scope", "/subscriptions/00000000-0000-0000-0000-000000000123")
        .put(
            "definitionID",
            "/subscriptions/00000000-0000-0000-0000-000000000123/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c");

    assertThat(blockerBy(Map.of())).isEmpty();
    assertThat(blockerBy(Map.of("assignable-roles", reader)).orElseThrow())
        .hasMessageContaining(
            "not among the roles that the manager's setting azure.assignable-roles");
  }

  private Optional<PrerequisiteException> blockerBy(Map<String, String> settings) {
    var context = new ProviderContext(settings, CallGate.CLOSED, Clock.systemUTC());
    return new AzureProviderFactory()
        .createProviders(context)
        .getFirst()
        .resolveDesiredState(inputs(), answers(true))
        .blocker();
  }

  @Test
  void aClusterThatIsNotProvisionedIsWaitedFor() {
    cluster.remove("status");

    assertThat(blocker()).hasMessage("Cluster team/w1 is not provisioned yet");
    assertThat(blocker().needsUserAction()).isFalse();
  }

  @Test
  void aClusterWithoutSubscriptionIsPeoplesToMend() {
    ((ObjectNode) azureCluster.path("spec")).remove("subscriptionID");

    assertThat(blocker().needsUserAction()).isTrue();
  }

  @Test
  void aSecretThatPeopleHaveNamedIsTheirsToMake() {
    data = Optional.empty();

    assertThat(blocker()).hasMessageContaining("names Secret mine, which does not exist");
    assertThat(blocker().needsUserAction()).isTrue();
  }
}
