package io.weir.clouds.gcp;

import io.weir.clouds.gcp.compute.Groups;
import io.weir.clouds.gcp.compute.OperationJson;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.http.Routes;
import java.util.function.BiFunction;

/**
 * All calls that the simulated Compute Engine knows, by the names of Google's discovery document.
 */
final class GcpRoutes {
  private static final String TEMPLATES = "/global/instanceTemplates";

  private final Routes<ProjectServices, GcpCall> routes =
      Routes.below("/compute/v1/projects/{project}");

  private GcpRoutes() {}

  static Routes<ProjectServices, GcpCall> all() {
    var all = new GcpRoutes();
    all.addTemplates();
    all.addGroups("instanceGroupManagers.", "/zones/{zone}/instanceGroupManagers");
    all.addGroups("regionInstanceGroupManagers.", "/regions/{region}/instanceGroupManagers");
    all.addOthers();
    return all.routes;
  }

  private void addTemplates() {
    var _ =
        routes
            .read(
                "instanceTemplates.list", TEMPLATES, (s, call) -> s.groups().templates().list(call))
            .read(
                "instanceTemplates.get",
                TEMPLATES + "/{name}",
                (s, call) -> s.groups().templates().get(call))
            .write(
                "instanceTemplates.insert",
                "POST",
                TEMPLATES,
                (s, call) -> s.groups().templates().insert(call))
            .write(
                "instanceTemplates.delete",
                "DELETE",
                TEMPLATES + "/{name}",
                (s, call) -> s.groups().templates().delete(call));
  }

  private void addGroups(String kind, String path) {
    String one = path + "/{name}";
    var _ =
        routes
            .read(kind + "get", one, handler(Groups::get))
            .read(
                kind + "listManagedInstances",
                "POST",
                one + "/listManagedInstances",
                handler(Groups::listManagedInstances))
            .write(kind + "insert", "POST", path, handler(Groups::insert))
            .write(kind + "patch", "PATCH", one, handler(Groups::patch))
            .write(kind + "delete", "DELETE", one, handler(Groups::delete))
            .write(kind + "resize", "POST", one + "/resize", handler(Groups::resize))
            .write(
                kind + "setInstanceTemplate",
                "POST",
                one + "/setInstanceTemplate",
                handler(Groups::setInstanceTemplate))
            .write(
                kind + "deleteInstances",
                "POST",
                one + "/deleteInstances",
                handler(Groups::deleteInstances))
            .write(
                kind + "recreateInstances",
                "POST",
                one + "/recreateInstances",
                handler(Groups::recreateInstances));
  }

  private static BiFunction<ProjectServices, GcpCall, RestResponse> handler(
      BiFunction<Groups, GcpCall, RestResponse> of) {
    return (services, call) -> of.apply(services.groups(), call);
  }

  private void addOthers() {
    var _ =
        routes
            .read(
                "instanceGroupManagers.aggregatedList",
                "/aggregated/instanceGroupManagers",
                handler(Groups::aggregatedList))
            .read("regions.get", "/regions/{region}", ProjectServices::region)
            .read("globalOperations.get", "/global/operations/{operation}", GcpRoutes::operation)
            .read(
                "zoneOperations.get", "/zones/{zone}/operations/{operation}", GcpRoutes::operation)
            .read(
                "regionOperations.get",
                "/regions/{region}/operations/{operation}",
                GcpRoutes::operation);
  }

  private static RestResponse operation(ProjectServices services, GcpCall call) {
    return OperationJson.get(services.project(), call);
  }
}
