package io.weir.provider.azure.account.calls;

import static io.weir.provider.azure.account.calls.AzureFixture.scaleSet;
import static io.weir.provider.azure.account.calls.AzureFixture.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.ManualClock;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.authorization.AllowedActions;
import io.weir.clouds.azure.containerservice.ManagedCluster;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.PermissionsRole;
import io.weir.provider.kit.CalledActions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The role that is handed out, enforced by the simulated Azure for each call that is made. */
class ArmPermissionsTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final String SUBSCRIPTION = "/subscriptions/" + AzureFixture.SUBSCRIPTION;
  private static final String ASSIGNMENTS =
      SUBSCRIPTION + "/providers/Microsoft.Authorization/roleAssignments";

  private static final String NODES_IDENTITY =
      AzureFixture.GROUP + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/nodes";

  /** Of those beside the calls, Azure asks for these in the simulation. */
  private static final Set<String> SIMULATED =
      Set.of(
          "Microsoft.Network/virtualNetworks/subnets/join/action",
          "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
          "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action");

  private static final PermissionsRole ROLE = PermissionsRole.shipped();

  private final ManualClock time = CloudClock.manual(BEGIN);
  private Instant now = BEGIN;
  private final AzureCloud cloud =
      AzureCloud.builder().clock(time).timing(AzureTiming.real()).start();
  private final AzureFixture azure =
      new AzureFixture(
          cloud.endpoint(), ((java.time.InstantSource) () -> now).withZone(ZoneOffset.UTC));

  @BeforeEach
  void makeACluster() {
    cloud
        .admin()
        .putManagedCluster(
            AzureFixture.SUBSCRIPTION,
            new ManagedCluster(
                "workload", "demo", "westeurope", "1.35.4", "https://demo", "", true, "Running"));
  }

  @AfterEach
  void stop() {
    azure.close();
    cloud.close();
  }

  static Stream<String> needed() {
    return Stream.concat(
            ROLE.actionsForCalls().values().stream(),
            Stream.concat(ROLE.actionsByHand().stream(), SIMULATED.stream()))
        .distinct();
  }

  private static Set<String> allowed() {
    Set<String> allowed = new HashSet<>(ROLE.actions());
    allowed.addAll(ROLE.actionsByHand());
    return allowed;
  }

  @Test
  void everyCallIsAllowed() throws Exception {
    cloud.restrictTo(new AllowedActions(allowed()));

    makeEveryCall();

    CalledActions.of("azure")
        .assertAll(
            cloud.journal().actions().stream()
                .filter(action -> action.startsWith("arm:"))
                .collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @MethodSource("needed")
  void withoutAnActionACallIsDeniedThatNamesIt(String action) {
    Set<String> left = allowed();
    left.remove(action);
    cloud.restrictTo(new AllowedActions(left));

    assertThatThrownBy(this::makeEveryCall)
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("a role with the action " + action);
  }

  @Test
  void itIsNotAllowedToDoMoreThanThat() {
    cloud.restrictTo(new AllowedActions(Set.copyOf(ROLE.actions())));

    assertThatThrownBy(
            () ->
                azure
                    .client()
                    .delete(
                        ArmRequest.of(
                            "ResourceGroups_Delete", ArmApi.RESOURCES, AzureFixture.GROUP)))
        .isInstanceOf(ProviderException.Denied.class);
    assertThatThrownBy(this::assignRole).isInstanceOf(ProviderException.Denied.class);
    assertThat(allowed()).hasSize(ROLE.actions().size() + ROLE.actionsByHand().size());
  }

  private void makeEveryCall() throws ProviderException {
    ArmClient arm = azure.client();
    var _ = arm.list(of("ResourceSkus_List", ArmApi.SKUS, "skus"));
    var _ =
        arm.get(
            of(
                "VirtualMachineImages_List",
                ArmApi.COMPUTE,
                "locations/westeurope/publishers/cncf-upstream/artifacttypes/vmimage/offers/capi/skus/ubuntu-2204-gen1/versions"));
    var _ =
        arm.get(
            ArmRequest.of("UserAssignedIdentities_Get", ArmApi.MANAGED_IDENTITY, NODES_IDENTITY));
    String aks = AzureFixture.GROUP + "/providers/Microsoft.ContainerService/managedClusters/demo";
    var _ = arm.get(ArmRequest.of("ManagedClusters_Get", ArmApi.CONTAINER_SERVICE, aks));
    var _ =
        arm.post(
            ArmRequest.of(
                "ManagedClusters_ListClusterUserCredentials",
                ArmApi.CONTAINER_SERVICE,
                aks + "/listClusterUserCredential"),
            null);
    ArmAnswer made = arm.put(scaleSet("CreateOrUpdate", "workers"), body());
    pass(Duration.ofMinutes(2));
    var _ = arm.follow(made.operation().orElseThrow());
    var _ = arm.list(ArmRequest.of("VirtualMachineScaleSets_List", ArmApi.COMPUTE, sets()));
    var _ = arm.get(scaleSet("Get", "workers"));
    var _ =
        arm.list(
            ArmRequest.of(
                "VirtualMachineScaleSetVMs_List",
                ArmApi.COMPUTE,
                AzureFixture.SETS + "workers/virtualMachines"));
    var _ =
        arm.list(
            ArmRequest.of(
                "VirtualMachines_List",
                ArmApi.COMPUTE,
                AzureFixture.GROUP + "/providers/Microsoft.Compute/virtualMachines"));
    var _ = arm.patch(scaleSet("Update", "workers"), AzureFixture.json("{\"tags\": {}}"));
    pass(Duration.ofMinutes(2));
    ObjectNode instances = AzureFixture.json("{\"instanceIds\": [\"0\"]}");
    var _ = arm.post(scaleSet("UpdateInstances", "workers/manualupgrade"), instances);
    pass(Duration.ofMinutes(2));
    var _ = arm.post(scaleSet("DeleteInstances", "workers/delete"), instances);
    pass(Duration.ofMinutes(2));
    assignRole();
    var _ =
        arm.list(ArmRequest.of("RoleAssignments_ListForScope", ArmApi.AUTHORIZATION, ASSIGNMENTS));
    var _ = arm.get(role("Get"));
    var _ = arm.delete(role("Delete"));
    var _ = arm.delete(scaleSet("Delete", "workers"));
  }

  private void assignRole() throws ProviderException {
    var _ =
        azure
            .client()
            .put(
                role("Create"),
                AzureFixture.json(
                    """
                    {"properties": {"principalId": "5d2f1f0a-77b1-4c2d-9d1c-0f9e8d7c6b5b", "principalType": "ServicePrincipal",
                     "roleDefinitionId": "%s/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c"}}
                    """
                        .formatted(SUBSCRIPTION)));
  }

  private static ArmRequest role(String verb) {
    return ArmRequest.of(
        "RoleAssignments_" + verb,
        ArmApi.AUTHORIZATION,
        ASSIGNMENTS + "/2f7a9c1e-0b5d-4e0e-9d0a-6a1f2b3c4d5e");
  }

  /** With all that is checked beside the set itself. */
  private static ObjectNode body() {
    ObjectNode body = uniform(2);
    body.putObject("identity")
        .put("type", "UserAssigned")
        .putObject("userAssignedIdentities")
        .putObject(NODES_IDENTITY);
    ((ObjectNode)
            body.at(
                "/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0/properties/ipConfigurations/0/properties"))
        .putArray("loadBalancerBackendAddressPools")
        .addObject()
        .put(
            "id",
            AzureFixture.GROUP
                + "/providers/Microsoft.Network/loadBalancers/workload/backendAddressPools/workload-outboundBackendPool");
    return body;
  }

  private static ArmRequest of(String action, ArmApi api, String path) {
    return ArmRequest.of(action, api, SUBSCRIPTION + "/providers/Microsoft.Compute/" + path);
  }

  private static String sets() {
    return AzureFixture.SETS.substring(0, AzureFixture.SETS.length() - 1);
  }

  private void pass(Duration duration) {
    time.advance(duration);
    now = now.plus(duration);
  }
}
