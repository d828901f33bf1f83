package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.wire.ArgumentError;
import io.weir.clouds.scaleway.wire.Routes;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The operations of Kapsule's API that a manager of pools needs. */
public final class KapsuleOperations {
  /** The name under which faults find the making of a node, with {@code pool/zone} as resource. */
  public static final String LAUNCH_ACTION = "CreateNode";

  private final KapsuleContext kapsuleContext;
  private final ClusterStore clusterStore = new ClusterStore();
  private final KapsuleAdmin kapsuleAdmin;
  private final KapsuleStateJson saved;
  private final PoolOperations pools;
  private final NodeOperations nodes;

  /** A Kapsule without clusters. */
  public KapsuleOperations(KapsuleContext kapsuleContext) {
    this.kapsuleContext = kapsuleContext;
    PoolReconciler engine = new PoolReconciler(kapsuleContext);
    kapsuleAdmin = new KapsuleAdmin(kapsuleContext, clusterStore, engine);
    saved = new KapsuleStateJson(kapsuleContext, clusterStore, engine);
    pools = new PoolOperations(kapsuleContext, clusterStore, engine);
    nodes = new NodeOperations(kapsuleContext, clusterStore, engine);
  }

  /** What the cloud, and not its customer, does. */
  public KapsuleAdmin admin() {
    return kapsuleAdmin;
  }

  /** What exists now, to go on from at another time. */
  public String save() {
    return saved.toJson();
  }

  /**
   * Goes on from another time; for a Kapsule without clusters.
   *
   * @throws IllegalArgumentException when the text is none that {@link #save} made with this seed
   *     data
   */
  public void restore(String text) {
    saved.restore(text);
  }

  /** Where the operations are found. */
  public Routes routes() {
    Routes routes = new Routes();
    routes.addRead("ListClusters", "/clusters", this::list);
    routes.addRead("GetCluster", "/clusters/*", this::get);
    routes.addRead("ListClusterAvailableVersions", "/clusters/*/available-versions", this::newer);
    routes.addRead("ListVersions", "/versions", this::versions);
    routes.addRead("GetVersion", "/versions/*", this::version);
    pools.register(routes);
    nodes.register(routes);
    return routes;
  }

  /** What a path's id stands for, in a word that a person would use; the id if it is unknown. */
  public String nameOf(String id) {
    return kapsuleContext.withLock(
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
            .map(
                simulatedCluster ->
                    ResponseJson.cluster(simulatedCluster, kapsuleContext.seedData()))
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
    return ResponseJson.cluster(clusterStore.cluster(scalewayCall), kapsuleContext.seedData());
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
    kapsuleContext.seedData().versions().reversed().stream()
        .filter(wanted)
        .forEach(
            name ->
                list.add(
                    ResponseJson.version(name, scalewayCall.region(), kapsuleContext.seedData())));
    return answer;
  }

  private JsonNode version(ScalewayCall scalewayCall) {
    if (!kapsuleContext.seedData().versions().contains(scalewayCall.id())) {
      throw ScalewayErrorException.invalidArguments(
          List.of(ArgumentError.constraint("version_name", "is not a version of Kapsule")));
    }
    return ResponseJson.version(
        scalewayCall.id(), scalewayCall.region(), kapsuleContext.seedData());
  }
}
