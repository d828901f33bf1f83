package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.wire.Call;
import io.weir.clouds.scaleway.wire.Complaint;
import io.weir.clouds.scaleway.wire.Refusal;
import io.weir.clouds.scaleway.wire.Routes;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The operations of Kapsule's API that a manager of pools needs. */
public final class Kapsule {
  /** The name under which faults find the making of a node, with {@code pool/zone} as resource. */
  public static final String LAUNCH = "CreateNode";

  private final Place place;
  private final Clusters clusters = new Clusters();
  private final Hand hand;
  private final SavedKapsule saved;
  private final PoolOperations pools;
  private final NodeOperations nodes;

  /** A Kapsule without clusters. */
  public Kapsule(Place place) {
    this.place = place;
    PoolEngine engine = new PoolEngine(place);
    hand = new Hand(place, clusters, engine);
    saved = new SavedKapsule(place, clusters, engine);
    pools = new PoolOperations(place, clusters, engine);
    nodes = new NodeOperations(place, clusters, engine);
  }

  /** What the cloud, and not its customer, does. */
  public Hand hand() {
    return hand;
  }

  /** What exists now, to go on from at another time. */
  public String save() {
    return saved.write();
  }

  /**
   * Goes on from another time; for a Kapsule without clusters.
   *
   * @throws IllegalArgumentException when the text is none that {@link #save} made in this world
   */
  public void restore(String text) {
    saved.read(text);
  }

  /** Where the operations are found. */
  public Routes routes() {
    Routes routes = new Routes();
    routes.read("ListClusters", "/clusters", this::list);
    routes.read("GetCluster", "/clusters/*", this::get);
    routes.read("ListClusterAvailableVersions", "/clusters/*/available-versions", this::newer);
    routes.read("ListVersions", "/versions", this::versions);
    routes.read("GetVersion", "/versions/*", this::version);
    pools.register(routes);
    nodes.register(routes);
    return routes;
  }

  /** What a path's id stands for, in a word that a person would use; the id if it is unknown. */
  public String nameOf(String id) {
    return place.locked(
        () ->
            clusters
                .withId(id)
                .map(cluster -> cluster.seed.name())
                .or(() -> poolOf(id).map(pool -> pool.settings.name))
                .or(() -> nodeOf(id).map(node -> node.name))
                .orElse(id));
  }

  private Optional<Pool> poolOf(String id) {
    return clusters.pools().filter(pool -> pool.id.equals(id)).findFirst();
  }

  private Optional<Node> nodeOf(String id) {
    return clusters.nodes().filter(node -> node.id.equals(id)).findFirst();
  }

  private JsonNode list(Call call) {
    return Listing.of(
        call,
        "clusters",
        clusters
            .visible(call)
            .map(cluster -> Pictures.cluster(cluster, place.world()))
            .filter(cluster -> fits(call, "project_id", cluster))
            .filter(cluster -> fits(call, "organization_id", cluster))
            .filter(cluster -> fits(call, "private_network_id", cluster))
            .filter(cluster -> fits(call, "type", cluster))
            .filter(
                cluster ->
                    cluster
                        .path("version")
                        .asText()
                        .startsWith(call.parameter("version").orElse(""))));
  }

  private static boolean fits(Call call, String field, ObjectNode picture) {
    return call.parameter(field).stream().allMatch(picture.path(field).asText("")::equals);
  }

  private JsonNode get(Call call) {
    return Pictures.cluster(clusters.cluster(call), place.world());
  }

  private JsonNode newer(Call call) {
    Version now = Version.of(clusters.cluster(call).version);
    return versions(call, name -> Version.of(name).follows(now));
  }

  private JsonNode versions(Call call) {
    return versions(call, _ -> true);
  }

  private JsonNode versions(Call call, Predicate<String> wanted) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    var list = answer.putArray("versions");
    place.world().versions().reversed().stream()
        .filter(wanted)
        .forEach(name -> list.add(Pictures.version(name, call.region(), place.world())));
    return answer;
  }

  private JsonNode version(Call call) {
    if (!place.world().versions().contains(call.id())) {
      throw Refusal.invalid(
          List.of(Complaint.constraint("version_name", "is not a version of Kapsule")));
    }
    return Pictures.version(call.id(), call.region(), place.world());
  }
}
