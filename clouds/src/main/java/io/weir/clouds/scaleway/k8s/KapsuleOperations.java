package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.http.Routes;
import io.weir.clouds.scaleway.wire.ArgumentError;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import io.weir.clouds.site.Site;
import io.weir.clouds.site.SiteServices;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Kapsule as far as a manager of pools needs it: its operations, and what exists in it. */
public final class KapsuleOperations implements SiteServices {
  /** The name under which faults find the making of a node, with {@code pool/zone} as resource. */
  public static final String LAUNCH_ACTION = "CreateNode";

  /** Where the operations are found. */
  public static final Routes<KapsuleOperations, ScalewayCall> ROUTES = routes();

  private final KapsuleSite kapsuleSite;
  private final ClusterStore clusterStore = new ClusterStore();
  private final PoolReconciler engine;
  private final KapsuleAdmin kapsuleAdmin;
  private final KapsuleStateJson saved;
  private final PoolOperations pools;
  private final NodeOperations nodes;

  /** A Kapsule without clusters. */
  public KapsuleOperations(KapsuleSite kapsuleSite) {
    this.kapsuleSite = kapsuleSite;
    engine = new PoolReconciler(kapsuleSite, clusterStore);
    kapsuleAdmin = new KapsuleAdmin(kapsuleSite, clusterStore, engine);
    saved = new KapsuleStateJson(kapsuleSite, clusterStore);
    pools = new PoolOperations(kapsuleSite, clusterStore, engine);
    nodes = new NodeOperations(kapsuleSite, clusterStore, engine);
  }

  private static Routes<KapsuleOperations, ScalewayCall> routes() {
    Routes<KapsuleOperations, ScalewayCall> routes = Routes.below("/k8s/v1/regions/{region}");
    routes
        .read("ListClusters", "/clusters", answer(KapsuleOperations::list))
        .read("GetCluster", "/clusters/{id}", answer(KapsuleOperations::get))
        .read(
            "ListClusterAvailableVersions",
            "/clusters/{id}/available-versions",
            answer(KapsuleOperations::newer))
        .read("ListVersions", "/versions", answer(KapsuleOperations::versions))
        .read("GetVersion", "/versions/{id}", answer(KapsuleOperations::version));
    PoolOperations.register(routes);
    NodeOperations.register(routes);
    return routes;
  }

  /** An operation that answers with what it makes. */
  static BiFunction<KapsuleOperations, ScalewayCall, RestResponse> answer(
      BiFunction<KapsuleOperations, ScalewayCall, JsonNode> operation) {
    return operation.andThen(RestResponse::ok);
  }

  PoolOperations pools() {
    return pools;
  }

  NodeOperations nodes() {
    return nodes;
  }

  @Override
  public Site site() {
    return kapsuleSite;
  }

  /** What the cloud, and not its customer, does. */
  public KapsuleAdmin admin() {
    return kapsuleAdmin;
  }

  @Override
  public ObjectNode save() {
    return saved.toJson();
  }

  @Override
  public void load(JsonNode before) {
    saved.load(before);
  }

  @Override
  public void resume() {
    kapsuleSite.operations().resume();
    clusterStore.all.forEach(engine::resumeCluster);
  }

  @Override
  public List<InstanceState> instances() {
    return kapsuleAdmin.instances();
  }

  @Override
  public boolean killInstance(String instanceId) {
    return kapsuleAdmin.kill(instanceId);
  }

  /** By cluster and pool. */
  @Override
  public Object comparableState() {
    return kapsuleAdmin.comparableState();
  }

  /** What a path's id stands for, in a word that a person would use; the id if it is unknown. */
  public String nameOf(String id) {
    return kapsuleSite.withLock(
        () ->
            clusterStore
                .withId(id)
                .map(simulatedCluster -> simulatedCluster.spec.name())
                .or(() -> poolOf(id).map(simulatedPool -> simulatedPool.settings.name))
                .or(() -> nodeOf(id).map(simulatedNode -> simulatedNode.name))
                .orElse(id));
  }

  private Optional<SimulatedPool> poolOf(String id) {
    return clusterStore.pools().filter(simulatedPool -> simulatedPool.id.equals(id)).findFirst();
  }

  private Optional<SimulatedNode> nodeOf(String id) {
    return clusterStore.nodes().filter(simulatedNode -> simulatedNode.id.equals(id)).findFirst();
  }

  private JsonNode list(ScalewayCall scalewayCall) {
    return ListResponse.of(
        scalewayCall,
        "clusters",
        clusterStore
            .visibleClusters(scalewayCall)
            .map(simulatedCluster -> ResponseJson.cluster(simulatedCluster, kapsuleSite.seedData()))
            .filter(cluster -> fits(scalewayCall, "project_id", cluster))
            .filter(cluster -> fits(scalewayCall, "organization_id", cluster))
            .filter(cluster -> fits(scalewayCall, "private_network_id", cluster))
            .filter(cluster -> fits(scalewayCall, "type", cluster))
            .filter(
                cluster ->
                    cluster
                        .path("version")
                        .asText()
                        .startsWith(scalewayCall.parameter("version").orElse(""))));
  }

  private static boolean fits(ScalewayCall scalewayCall, String field, ObjectNode picture) {
    return scalewayCall.parameter(field).stream().allMatch(picture.path(field).asText("")::equals);
  }

  private JsonNode get(ScalewayCall scalewayCall) {
    return ResponseJson.cluster(clusterStore.cluster(scalewayCall), kapsuleSite.seedData());
  }

  private JsonNode newer(ScalewayCall scalewayCall) {
    ClusterVersion now = ClusterVersion.of(clusterStore.cluster(scalewayCall).version);
    return versions(scalewayCall, name -> ClusterVersion.of(name).canUpgradeFrom(now));
  }

  private JsonNode versions(ScalewayCall scalewayCall) {
    return versions(scalewayCall, _ -> true);
  }

  private JsonNode versions(ScalewayCall scalewayCall, Predicate<String> wanted) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    var list = answer.putArray("versions");
    kapsuleSite.seedData().versions().reversed().stream()
        .filter(wanted)
        .forEach(
            name ->
                list.add(
                    ResponseJson.version(name, scalewayCall.region(), kapsuleSite.seedData())));
    return answer;
  }

  private JsonNode version(ScalewayCall scalewayCall) {
    if (!kapsuleSite.seedData().versions().contains(scalewayCall.id())) {
      throw ScalewayErrorException.invalidArguments(
          List.of(ArgumentError.constraint("version_name", "is not a version of Kapsule")));
    }
    return ResponseJson.version(scalewayCall.id(), scalewayCall.region(), kapsuleSite.seedData());
  }
}
