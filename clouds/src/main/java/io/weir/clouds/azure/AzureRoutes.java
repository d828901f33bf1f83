package io.weir.clouds.azure;

import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.OperationGroup;
import io.weir.clouds.azure.arm.OperationStatus;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.http.Routes;
import java.util.List;
import java.util.function.BiFunction;

/** All calls that the simulated Azure knows, by the names that Azure's own specification gives. */
final class AzureRoutes {
  private static final String GROUP = "/resourceGroups/{group}";
  private static final String COMPUTE = "/providers/Microsoft.Compute";
  private static final String SETS = GROUP + COMPUTE + "/virtualMachineScaleSets";
  private static final String SET = SETS + "/{name}";
  private static final String INSTANCES = SET + "/virtualMachines";
  private static final String MACHINES = GROUP + COMPUTE + "/virtualMachines";
  private static final String CLUSTER =
      GROUP + "/providers/Microsoft.ContainerService/managedClusters/{name}";
  private static final String ASSIGNMENTS = "/providers/Microsoft.Authorization/roleAssignments";

  /** Where role assignments may be. */
  private static final List<String> SCOPES =
      List.of("", GROUP, GROUP + "/providers/{provider}/{type}/{name}");

  private final Routes<SubscriptionServices, ArmCall> routes =
      Routes.ofAnyCaseBelow("/subscriptions/{subscription}");

  private interface Handler extends BiFunction<SubscriptionServices, ArmCall, RestResponse> {}

  private AzureRoutes() {}

  static Routes<SubscriptionServices, ArmCall> all() {
    return new AzureRoutes().addGroups().addScaleSets().addMachines().addOthers().routes;
  }

  private AzureRoutes addGroups() {
    read("ResourceGroups_List", "/resourceGroups", (s, call) -> s.groups().list(call));
    read("ResourceGroups_Get", GROUP, (s, call) -> s.groups().get(call));
    var _ =
        routes.read(
            "ResourceGroups_CheckExistence",
            "HEAD",
            GROUP,
            counted((s, call) -> s.groups().head(call)));
    write("ResourceGroups_CreateOrUpdate", "PUT", GROUP, (s, call) -> s.groups().put(call));
    write("ResourceGroups_Delete", "DELETE", GROUP, (s, call) -> s.groups().delete(call));
    return this;
  }

  private AzureRoutes addScaleSets() {
    String of = "VirtualMachineScaleSets_";
    read(
        of + "ListAll",
        COMPUTE + "/virtualMachineScaleSets",
        OperationGroup.HIGH_COST_GET_SCALE_SET,
        (s, call) -> s.compute().scaleSets().listAll(call));
    read(
        of + "List",
        SETS,
        OperationGroup.HIGH_COST_GET_SCALE_SET,
        (s, call) -> s.compute().scaleSets().list(call));
    read(
        of + "Get",
        SET,
        OperationGroup.GET_SCALE_SET,
        (s, call) -> s.compute().scaleSets().get(call));
    read(
        of + "GetInstanceView",
        SET + "/instanceView",
        OperationGroup.HIGH_COST_GET_SCALE_SET,
        (s, call) -> s.compute().scaleSets().instanceView(call));
    write(
        of + "CreateOrUpdate",
        "PUT",
        SET,
        OperationGroup.CREATE_SCALE_SET,
        (s, call) -> s.compute().scaleSets().put(call));
    write(
        of + "Update",
        "PATCH",
        SET,
        OperationGroup.SCALE_SET_ACTIONS,
        (s, call) -> s.compute().scaleSets().patch(call));
    write(
        of + "Delete",
        "DELETE",
        SET,
        OperationGroup.DELETE_SCALE_SET,
        (s, call) -> s.compute().scaleSets().delete(call));
    write(
        of + "DeleteInstances",
        "POST",
        SET + "/delete",
        OperationGroup.SCALE_SET_ACTIONS,
        (s, call) -> s.compute().scaleSets().deleteInstances(call));
    write(
        of + "UpdateInstances",
        "POST",
        SET + "/manualupgrade",
        OperationGroup.SCALE_SET_ACTIONS,
        (s, call) -> s.compute().scaleSets().updateInstances(call));
    return this;
  }

  private AzureRoutes addMachines() {
    String ofSet = "VirtualMachineScaleSetVMs_";
    read(
        ofSet + "List",
        INSTANCES,
        OperationGroup.HIGH_COST_GET_SCALE_SET,
        (s, call) -> s.compute().machines().listOfSet(call));
    read(
        ofSet + "Get",
        INSTANCES + "/{instance}",
        OperationGroup.GET_SCALE_SET_VM,
        (s, call) -> s.compute().machines().getOfSet(call));
    read(
        ofSet + "GetInstanceView",
        INSTANCES + "/{instance}/instanceView",
        OperationGroup.GET_SCALE_SET_VM,
        (s, call) -> s.compute().machines().viewOfSet(call));
    write(
        ofSet + "Delete",
        "DELETE",
        INSTANCES + "/{instance}",
        OperationGroup.SCALE_SET_VM_ACTIONS,
        (s, call) -> s.compute().machines().deleteOfSet(call));
    String own = "VirtualMachines_";
    read(
        own + "ListAll",
        COMPUTE + "/virtualMachines",
        OperationGroup.HIGH_COST_GET,
        (s, call) -> s.compute().machines().listAllMachines(call));
    read(
        own + "List",
        MACHINES,
        OperationGroup.HIGH_COST_GET,
        (s, call) -> s.compute().machines().listMachines(call));
    read(
        own + "Get",
        MACHINES + "/{name}",
        OperationGroup.GET_VM,
        (s, call) -> s.compute().machines().getMachine(call));
    read(
        own + "InstanceView",
        MACHINES + "/{name}/instanceView",
        OperationGroup.GET_VM,
        (s, call) -> s.compute().machines().viewMachine(call));
    write(
        own + "Delete",
        "DELETE",
        MACHINES + "/{name}",
        OperationGroup.DELETE_VM,
        (s, call) -> s.compute().machines().deleteMachine(call));
    return this;
  }

  private AzureRoutes addOthers() {
    read(
        "Operations_Get",
        COMPUTE + "/locations/{location}/operations/{operation}",
        OperationGroup.GET_OPERATION,
        (s, call) -> OperationStatus.get(s.subscription().operations(), call));
    read("ResourceSkus_List", COMPUTE + "/skus", (s, call) -> s.compute().skus().list(call));
    read(
        "CommunityGalleryImageVersions_List",
        COMPUTE + "/locations/{location}/communityGalleries/{gallery}/images/{image}/versions",
        (s, call) -> s.compute().galleries().communityVersions(call));
    read(
        "GalleryImageVersions_ListByGalleryImage",
        GROUP + COMPUTE + "/galleries/{gallery}/images/{image}/versions",
        (s, call) -> s.compute().galleries().galleryVersions(call));
    read(
        "VirtualMachineImages_List",
        COMPUTE
            + "/locations/{location}/publishers/{publisher}/artifacttypes/vmimage/offers/{gallery}/skus/{image}/versions",
        (s, call) -> s.compute().galleries().marketplaceVersions(call));
    read(
        "UserAssignedIdentities_Get",
        GROUP + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/{name}",
        (s, call) -> s.identities().get(call));
    read("ManagedClusters_Get", CLUSTER, (s, call) -> s.managedClusters().get(call));
    var _ =
        routes.read(
            "ManagedClusters_ListClusterUserCredentials",
            "POST",
            CLUSTER + "/listClusterUserCredential",
            counted((s, call) -> s.managedClusters().listUserCredential(call)));
    for (String scope : SCOPES) {
      read(
          "RoleAssignments_ListForScope",
          scope + ASSIGNMENTS,
          (s, call) -> s.roleAssignments().list(call));
      String one = scope + ASSIGNMENTS + "/{assignment}";
      read("RoleAssignments_Get", one, (s, call) -> s.roleAssignments().get(call));
      write("RoleAssignments_Create", "PUT", one, (s, call) -> s.roleAssignments().put(call));
      write("RoleAssignments_Delete", "DELETE", one, (s, call) -> s.roleAssignments().delete(call));
    }
    return this;
  }

  private void read(String action, String path, Handler handler) {
    var _ = routes.read(action, path, counted(handler));
  }

  private void read(String action, String path, OperationGroup group, Handler handler) {
    var _ = routes.read(action, path, counted(group, handler));
  }

  private void write(String action, String method, String path, Handler handler) {
    var _ = routes.write(action, method, path, counted(handler));
  }

  private void write(
      String action, String method, String path, OperationGroup group, Handler handler) {
    var _ = routes.write(action, method, path, counted(group, handler));
  }

  private static Handler counted(Handler handler) {
    return (s, call) -> s.subscription().rateLimits().count(call, () -> handler.apply(s, call));
  }

  private static Handler counted(OperationGroup group, Handler handler) {
    return (s, call) ->
        s.subscription().rateLimits().count(call, group, () -> handler.apply(s, call));
  }
}
