package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.compute.Groups;
import io.weir.clouds.gcp.compute.Project;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What Kubernetes Engine offers in a project. */
public final class ContainerEngine {
  private static final String EVERYWHERE = "-";
  private static final String UPGRADE_MASTER = "UPGRADE_MASTER";

  private final Project project;
  private final ContainerModels models = new ContainerModels();
  private final Map<String, Cluster> byPath = new TreeMap<>();
  private final NodePoolSettings settings;
  private final NodePoolLifecycle lifecycle;

  /** One without clusters, whose nodes are machines of these groups. */
  public ContainerEngine(Project project, Groups groups) {
    this.project = project;
    this.settings = new NodePoolSettings(project);
    this.lifecycle = new NodePoolLifecycle(project, groups, byPath.values());
    var _ =
        project
            .operations()
            .register(NodePoolLifecycle.MANAGE, this::manage)
            .register(UPGRADE_MASTER, this::upgradeMaster);
  }

  private Cluster cluster(GcpCall call) {
    String path = Cluster.path(call.variable("location"), call.variable("cluster"));
    return Optional.ofNullable(byPath.get(path)).orElseThrow(() -> notFound(path));
  }

  private NodePool pool(GcpCall call) {
    Cluster cluster = cluster(call);
    String name = call.variable("pool");
    return Optional.ofNullable(cluster.pools.get(name))
        .orElseThrow(() -> notFound(cluster.path() + "/nodePools/" + name));
  }

  private RuntimeException notFound(String path) {
    return RpcCode.NOT_FOUND.error("Not found: projects/%s/%s.".formatted(project.id(), path));
  }

  /** Answers {@code clusters.list}. */
  public RestResponse listClusters(GcpCall call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode list = body.putArray("clusters");
    List<String> missing = missingZones();
    byPath.values().stream()
        .filter(each -> isAt(call, each.location()) && !missing.contains(each.location()))
        .forEach(each -> list.add(each.toJson(project)));
    missing.forEach(body.putArray("missingZones")::add);
    return RestResponse.ok(ContainerJson.withoutDefaults(body));
  }

  private static boolean isAt(GcpCall call, String location) {
    return call.variable("location").equals(EVERYWHERE)
        || call.variable("location").equals(location);
  }

  private List<String> missingZones() {
    return project.unreachable().stream()
        .map(each -> each.substring(each.indexOf('/') + 1))
        .toList();
  }

  /** Answers {@code clusters.get}. */
  public RestResponse getCluster(GcpCall call) {
    return RestResponse.ok(cluster(call).toJson(project));
  }

  /** Answers {@code nodePools.list}. */
  public RestResponse listNodePools(GcpCall call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode list = body.putArray("nodePools");
    cluster(call).pools.values().forEach(each -> list.add(each.toJson(project)));
    return RestResponse.ok(ContainerJson.withoutDefaults(body));
  }

  /** Answers {@code nodePools.get}. */
  public RestResponse getNodePool(GcpCall call) {
    return RestResponse.ok(pool(call).toJson(project));
  }

  /** Answers {@code nodePools.create}. */
  public RestResponse createNodePool(GcpCall call) {
    models.check("CreateNodePoolRequest", call.body());
    Cluster cluster = cluster(call);
    JsonNode asked = call.body().path("nodePool");
    var pool = new NodePool(cluster, settings.complete(asked, cluster));
    if (cluster.pools.containsKey(pool.name())) {
      throw RpcCode.ALREADY_EXISTS.error(
          "Already exists: projects/%s/%s.".formatted(project.id(), pool.path()));
    }
    requireIdle(pool);
    cluster.pools.put(pool.name(), pool);
    project.journal().recordCreation("NodePool", pool.name());
    return begin(pool, NodePoolLifecycle.CREATE, "PROVISIONING", asked);
  }

  /** One operation of the cluster, or one of each pool at a time. */
  private void requireIdle(NodePool pool) {
    Stream<LongOperation> active =
        project.operations().all().stream()
            .filter(each -> each.isActive() && !each.type().equals(NodePoolLifecycle.MANAGE));
    active
        .filter(
            each -> each.target().equals(pool.path()) || each.target().equals(pool.cluster.path()))
        .findFirst()
        .ifPresent(
            running -> {
              throw RpcCode.FAILED_PRECONDITION.error(
                  "Cluster is running incompatible operation %s."
                      .formatted(ContainerJson.name(running)),
                  "CLUSTER_ALREADY_HAS_OPERATION");
            });
  }

  private RestResponse begin(NodePool pool, String type, String status, JsonNode input) {
    return RestResponse.ok(
        ContainerJson.operation(project, lifecycle.begin(pool, type, status, input)));
  }

  /** Answers {@code nodePools.update}. */
  public RestResponse updateNodePool(GcpCall call) {
    models.check("UpdateNodePoolRequest", call.body());
    NodePool pool = pool(call);
    ObjectNode after = settings.updated(pool, call.body());
    requireIdle(pool);
    return begin(pool, NodePoolLifecycle.UPDATE, "RECONCILING", after);
  }

  /** Answers {@code nodePools.setSize}. */
  public RestResponse setSize(GcpCall call) {
    models.check("SetNodePoolSizeRequest", call.body());
    NodePool pool = pool(call);
    requireIdle(pool);
    // Zero is left out by those who write protobuf's JSON.
    int count = call.body().path("nodeCount").asInt();
    return begin(
        pool,
        NodePoolLifecycle.RESIZE,
        "RECONCILING",
        JsonNodeFactory.instance.objectNode().put("nodeCount", count));
  }

  /** Answers {@code nodePools.setAutoscaling}. */
  public RestResponse setAutoscaling(GcpCall call) {
    models.check("SetNodePoolAutoscalingRequest", call.body());
    NodePool pool = pool(call);
    JsonNode autoscaling = call.body().path("autoscaling");
    NodePoolSettings.checkAutoscaling(autoscaling);
    requireIdle(pool);
    return begin(pool, NodePoolLifecycle.AUTOSCALE, "RECONCILING", autoscaling);
  }

  /** Answers {@code nodePools.setManagement}, which may run beside others. */
  public RestResponse setManagement(GcpCall call) {
    models.check("SetNodePoolManagementRequest", call.body());
    LongOperation operation =
        project
            .operations()
            .start(
                NodePoolLifecycle.MANAGE,
                pool(call).path(),
                call.body().path("management"),
                project.timing().operation());
    return RestResponse.ok(ContainerJson.operation(project, operation));
  }

  private void manage(LongOperation operation) {
    pools()
        .filter(each -> each.path().equals(operation.target()))
        .forEach(each -> each.shown.set("management", operation.input().deepCopy()));
  }

  /** Answers {@code nodePools.delete}. */
  public RestResponse deleteNodePool(GcpCall call) {
    NodePool pool = pool(call);
    requireIdle(pool);
    return begin(pool, NodePoolLifecycle.DELETE, "STOPPING", JsonNodeFactory.instance.objectNode());
  }

  /** Answers {@code operations.get}. */
  public RestResponse getOperation(GcpCall call) {
    String name = call.variable("operation");
    return operations(call)
        .filter(each -> ContainerJson.name(each).equals(name))
        .findFirst()
        .map(each -> RestResponse.ok(ContainerJson.operation(project, each)))
        .orElseThrow(
            () ->
                notFound("locations/%s/operations/%s".formatted(call.variable("location"), name)));
  }

  /** Answers {@code operations.list}. */
  public RestResponse listOperations(GcpCall call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode list = body.putArray("operations");
    operations(call).forEach(each -> list.add(ContainerJson.operation(project, each)));
    missingZones().forEach(body.putArray("missingZones")::add);
    return RestResponse.ok(ContainerJson.withoutDefaults(body));
  }

  private Stream<LongOperation> operations(GcpCall call) {
    return project.operations().all().stream()
        .filter(each -> each.target().startsWith("locations/"))
        .filter(each -> isAt(call, ContainerJson.location(each)));
  }

  /**
   * Makes a cluster without node pools that runs at once, unless there is one of its name there.
   *
   * @param location a region, or a zone
   * @param kubernetes version of its control plane, such as {@code v1.35.4}
   */
  public void addCluster(String location, String name, String kubernetes) {
    addCluster(location, name, kubernetes, "127.0.0.1", "");
  }

  /**
   * The same, or another address for one that is there.
   *
   * @param endpoint address of its API server; with a port, which Google's have not
   * @param certificateAuthority PEM in base64, by which that is known; empty if nobody calls it
   */
  public void addCluster(
      String location,
      String name,
      String kubernetes,
      String endpoint,
      String certificateAuthority) {
    Object _ =
        project.withLock(
            () -> {
              ObjectNode shown =
                  byPath.computeIfAbsent(
                          Cluster.path(location, name), _ -> newCluster(location, name, kubernetes))
                      .shown;
              shown.put("endpoint", endpoint);
              shown
                  .withObject("/controlPlaneEndpointsConfig/ipEndpointsConfig")
                  .put("enabled", true)
                  .put("enablePublicEndpoint", true)
                  .put("publicEndpoint", endpoint);
              return shown
                  .withObject("/masterAuth")
                  .put("clusterCaCertificate", certificateAuthority);
            });
  }

  /** Takes the public address from the API server of a cluster that there is. */
  public void makePrivate(String location, String name, String endpoint) {
    Object _ =
        project.withLock(
            () -> {
              ObjectNode shown =
                  Objects.requireNonNull(byPath.get(Cluster.path(location, name)), name).shown;
              shown.put("endpoint", endpoint);
              return shown
                  .putObject("controlPlaneEndpointsConfig")
                  .putObject("ipEndpointsConfig")
                  .put("enabled", true)
                  .put("privateEndpoint", endpoint);
            });
  }

  private Cluster newCluster(String location, String name, String kubernetes) {
    String version = NodeVersions.of(kubernetes);
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("name", name).put("location", location).put("zone", location);
    shown.put("status", "RUNNING");
    shown.put("network", "default").put("subnetwork", "default");
    shown.put("initialClusterVersion", version).put("currentMasterVersion", version);
    shown.put("createTime", project.now().toString());
    List<String> zones = project.seed().regions().getOrDefault(location, List.of(location));
    zones.forEach(shown.putArray("locations")::add);
    return new Cluster(shown);
  }

  /**
   * Raises the version of a cluster's control plane, which takes its time; nothing if it has it.
   *
   * @param kubernetes such as {@code v1.36.0}
   */
  public void upgrade(String location, String name, String kubernetes) {
    String version = NodeVersions.of(kubernetes);
    Object _ =
        project.withLock(
            () -> {
              Cluster cluster = byPath.get(Cluster.path(location, name));
              if (cluster != null && !cluster.version().equals(version)) {
                cluster.shown.put("status", "RECONCILING");
                LongOperation _ =
                    project
                        .operations()
                        .start(
                            UPGRADE_MASTER,
                            cluster.path(),
                            JsonNodeFactory.instance.objectNode().put("version", version),
                            project.timing().operation());
              }
              return true;
            });
  }

  private void upgradeMaster(LongOperation operation) {
    Optional.ofNullable(byPath.get(operation.target()))
        .ifPresent(
            cluster -> {
              cluster.shown.put("status", "RUNNING");
              cluster.shown.set("currentMasterVersion", operation.input().path("version"));
            });
  }

  /** The version of a cluster's control plane; empty if there is no such cluster. */
  public Optional<String> version(String location, String name) {
    return project.withLock(
        () -> Optional.ofNullable(byPath.get(Cluster.path(location, name))).map(Cluster::version));
  }

  /** Deletes a cluster with all of its node pools, as somebody else would. */
  public void deleteCluster(String location, String name) {
    Object _ =
        project.withLock(
            () -> {
              Cluster cluster = byPath.get(Cluster.path(location, name));
              if (cluster != null) {
                List.copyOf(cluster.pools.values()).forEach(lifecycle::dropMachines);
                byPath.remove(cluster.path());
              }
              return true;
            });
  }

  /**
   * Sizes a node pool as an autoscaler would.
   *
   * @param path within the project, {@code locations/l/clusters/c/nodePools/p}
   */
  public void resize(String path, int perZone) {
    Object _ =
        project.withLock(
            () -> {
              pools()
                  .filter(each -> each.path().equals(path))
                  .forEach(each -> lifecycle.resize(each, perZone));
              return true;
            });
  }

  private Stream<NodePool> pools() {
    return byPath.values().stream().flatMap(each -> List.copyOf(each.pools.values()).stream());
  }

  /** The node pools, as the API shows them. */
  public List<ObjectNode> nodePools() {
    return project.withLock(() -> pools().map(each -> each.toJson(project)).toList());
  }

  /** From now on this is told of what reaches Nodes as they are; under the lock, so be quick. */
  public void onUpdate(Consumer<NodeUpdate> told) {
    lifecycle.onUpdate(told);
  }

  /** For {@link io.weir.clouds.site.SiteServices#save}. */
  public ArrayNode save() {
    ArrayNode saved = JsonNodeFactory.instance.arrayNode();
    byPath.values().forEach(each -> saved.add(each.save()));
    return saved;
  }

  /** For {@link io.weir.clouds.site.SiteServices#load}. */
  public void load(JsonNode saved) {
    for (JsonNode each : saved) {
      Cluster cluster = Cluster.load(each);
      byPath.put(cluster.path(), cluster);
    }
  }

  /** For {@link io.weir.clouds.site.SiteServices#resume}. */
  public void resume() {
    pools().toList().forEach(lifecycle::resume);
  }

  /** For {@link io.weir.clouds.site.SiteServices#comparableState}: node pools by path. */
  public Map<String, Object> comparableState() {
    Map<String, Object> picture = new TreeMap<>();
    pools().forEach(each -> picture.put(each.path(), each.shown.deepCopy()));
    return picture;
  }
}
