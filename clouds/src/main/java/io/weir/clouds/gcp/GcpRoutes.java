package io.weir.clouds.gcp;

import io.weir.clouds.gcp.compute.Groups;
import io.weir.clouds.gcp.compute.OperationJson;
import io.weir.clouds.gcp.container.ContainerEngine;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.http.Routes;
import java.util.function.BiFunction;

/**
 * All calls that the simulated Compute Engine and Kubernetes Engine know, by the names of Google's
 * discovery documents.
 */
final class GcpRoutes {
  private static final String TEMPLATES = "/global/instanceTemplates";
  private static final String CLUSTERS = "/clusters";
  private static final String CLUSTER = CLUSTERS + "/{cluster}";
  private static final String POOLS = CLUSTER + "/nodePools";
  private static final String POOL = POOLS + "/{pool}";

  private final Routes<ProjectServices, GcpCall> routes;

  private GcpRoutes(Routes<ProjectServices, GcpCall> routes) {
    this.routes = routes;
  }

  static Routes<ProjectServices, GcpCall> ofCompute() {
    var all = new GcpRoutes(Routes.below("/compute/v1/projects/{project}"));
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

  static Routes<ProjectServices, GcpCall> ofContainer() {
    var all = new GcpRoutes(Routes.below("/v1/projects/{project}/locations/{location}"));
    all.addClusters();
    return all.routes;
  }

  private void addClusters() {
    String clusters = "projects.locations.clusters.";
    String pools = clusters + "nodePools.";
    String operations = "projects.locations.operations.";
    var _ =
        routes
            .read(clusters + "list", CLUSTERS, engine(ContainerEngine::listClusters))
            .read(clusters + "get", CLUSTER, engine(ContainerEngine::getCluster))
            .read(pools + "list", POOLS, engine(ContainerEngine::listNodePools))
            .read(pools + "get", POOL, engine(ContainerEngine::getNodePool))
            .write(pools + "create", "POST", POOLS, engine(ContainerEngine::createNodePool))
            .write(pools + "update", "PUT", POOL, engine(ContainerEngine::updateNodePool))
            .write(pools + "delete", "DELETE", POOL, engine(ContainerEngine::deleteNodePool))
            .write(pools + "setSize", "POST", POOL + ":setSize", engine(ContainerEngine::setSize))
            .write(
                pools + "setAutoscaling",
                "POST",
                POOL + ":setAutoscaling",
                engine(ContainerEngine::setAutoscaling))
            .write(
                pools + "setManagement",
                "POST",
                POOL + ":setManagement",
                engine(ContainerEngine::setManagement))
            .read(operations + "list", "/operations", engine(ContainerEngine::listOperations))
            .read(
                operations + "get",
                "/operations/{operation}",
                engine(ContainerEngine::getOperation));
  }

  private static BiFunction<ProjectServices, GcpCall, RestResponse> engine(
      BiFunction<ContainerEngine, GcpCall, RestResponse> of) {
    return (services, call) -> of.apply(services.engine(), call);
  }
}
