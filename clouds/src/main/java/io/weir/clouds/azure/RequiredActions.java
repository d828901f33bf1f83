package io.weir.clouds.azure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a call needs to be allowed: its own action, and to join what its body refers to.
 *
 * @see <a
 *     href="https://learn.microsoft.com/en-us/azure/role-based-access-control/permissions/compute">the
 *     actions of Microsoft.Compute</a>
 */
final class RequiredActions {
  private static final String SETS = "Microsoft.Compute/virtualMachineScaleSets";
  private static final String ASSIGNMENTS = "Microsoft.Authorization/roleAssignments";
  private static final String CLUSTERS = "Microsoft.ContainerService/managedClusters";
  private static final String GROUPS = "Microsoft.Resources/subscriptions/resourceGroups";

  private static final Map<String, String> BY_CALL =
      Map.ofEntries(
          Map.entry("ResourceGroups_List", GROUPS + "/read"),
          Map.entry("ResourceGroups_Get", GROUPS + "/read"),
          Map.entry("ResourceGroups_CheckExistence", GROUPS + "/read"),
          Map.entry("ResourceGroups_CreateOrUpdate", GROUPS + "/write"),
          Map.entry("ResourceGroups_Delete", GROUPS + "/delete"),
          Map.entry("VirtualMachineScaleSets_ListAll", SETS + "/read"),
          Map.entry("VirtualMachineScaleSets_List", SETS + "/read"),
          Map.entry("VirtualMachineScaleSets_Get", SETS + "/read"),
          Map.entry("VirtualMachineScaleSets_GetInstanceView", SETS + "/instanceView/read"),
          Map.entry("VirtualMachineScaleSets_CreateOrUpdate", SETS + "/write"),
          Map.entry("VirtualMachineScaleSets_Update", SETS + "/write"),
          Map.entry("VirtualMachineScaleSets_Delete", SETS + "/delete"),
          Map.entry("VirtualMachineScaleSets_DeleteInstances", SETS + "/delete/action"),
          Map.entry("VirtualMachineScaleSets_UpdateInstances", SETS + "/manualUpgrade/action"),
          Map.entry("VirtualMachineScaleSetVMs_List", SETS + "/virtualMachines/read"),
          Map.entry("VirtualMachineScaleSetVMs_Get", SETS + "/virtualMachines/read"),
          Map.entry(
              "VirtualMachineScaleSetVMs_GetInstanceView",
              SETS + "/virtualMachines/instanceView/read"),
          Map.entry("VirtualMachineScaleSetVMs_Delete", SETS + "/virtualMachines/delete"),
          Map.entry("VirtualMachines_ListAll", "Microsoft.Compute/virtualMachines/read"),
          Map.entry("VirtualMachines_List", "Microsoft.Compute/virtualMachines/read"),
          Map.entry("VirtualMachines_Get", "Microsoft.Compute/virtualMachines/read"),
          Map.entry(
              "VirtualMachines_InstanceView",
              "Microsoft.Compute/virtualMachines/instanceView/read"),
          Map.entry("VirtualMachines_Delete", "Microsoft.Compute/virtualMachines/delete"),
          Map.entry("Operations_Get", "Microsoft.Compute/locations/operations/read"),
          Map.entry("ResourceSkus_List", "Microsoft.Compute/skus/read"),
          Map.entry(
              "CommunityGalleryImageVersions_List",
              "Microsoft.Compute/locations/communityGalleries/images/versions/read"),
          Map.entry(
              "GalleryImageVersions_ListByGalleryImage",
              "Microsoft.Compute/galleries/images/versions/read"),
          Map.entry(
              "VirtualMachineImages_List",
              "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions/read"),
          Map.entry(
              "UserAssignedIdentities_Get",
              "Microsoft.ManagedIdentity/userAssignedIdentities/read"),
          Map.entry("ManagedClusters_Get", CLUSTERS + "/read"),
          Map.entry(
              "ManagedClusters_ListClusterUserCredentials",
              CLUSTERS + "/listClusterUserCredential/action"),
          Map.entry("RoleAssignments_ListForScope", ASSIGNMENTS + "/read"),
          Map.entry("RoleAssignments_Get", ASSIGNMENTS + "/read"),
          Map.entry("RoleAssignments_Create", ASSIGNMENTS + "/write"),
          Map.entry("RoleAssignments_Delete", ASSIGNMENTS + "/delete"));

  private static final String JOIN_SUBNET = "Microsoft.Network/virtualNetworks/subnets/join/action";
  private static final String JOIN_POOL =
      "Microsoft.Network/loadBalancers/backendAddressPools/join/action";
  private static final String ASSIGN =
      "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action";

  private RequiredActions() {}

  /** The names of all calls of which it is known. */
  static Set<String> calls() {
    return new TreeSet<>(BY_CALL.keySet());
  }

  /** The action of a call itself. */
  static String of(String call) {
    String action = BY_CALL.get(call);
    if (action == null) {
      throw new IllegalArgumentException("nobody knows what " + call + " needs");
    }
    return action;
  }

  /** The actions on what the body of a scale set refers to. */
  static Set<String> linked(JsonNode body) {
    Set<String> actions = new LinkedHashSet<>();
    JsonNode network = body.at("/properties/virtualMachineProfile/networkProfile");
    for (JsonNode card : network.path("networkInterfaceConfigurations")) {
      for (JsonNode address : card.at("/properties/ipConfigurations")) {
        if (address.at("/properties/subnet").has("id")) {
          actions.add(JOIN_SUBNET);
        }
        if (!address.at("/properties/loadBalancerBackendAddressPools").isEmpty()) {
          actions.add(JOIN_POOL);
        }
      }
    }
    if (!body.at("/identity/userAssignedIdentities").isEmpty()) {
      actions.add(ASSIGN);
    }
    return actions;
  }
}
