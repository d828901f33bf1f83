package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.wire.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Clusters, pools and nodes as JSON, to go on from another time. A node that was on its way begins
 * the step anew in which it was.
 */
final class SavedKapsule {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Place place;
  private final Clusters clusters;
  private final PoolEngine engine;

  SavedKapsule(Place place, Clusters clusters, PoolEngine engine) {
    this.place = place;
    this.clusters = clusters;
    this.engine = engine;
  }

  String write() {
    return place.locked(
        () -> {
          Place.Given given = place.given();
          ObjectNode saved = JSON.createObjectNode();
          saved.put("ids", given.ids()).put("addresses", given.addresses());
          ArrayNode all = saved.putArray("clusters");
          clusters.all.forEach(cluster -> all.add(cluster(cluster)));
          return saved.toString();
        });
  }

  private static ObjectNode cluster(Cluster cluster) {
    ClusterSeed seed = cluster.seed;
    ObjectNode saved = JSON.createObjectNode();
    saved.put("id", cluster.id).put("organization", cluster.organizationId);
    ObjectNode sown = saved.putObject("seed");
    sown.put("name", seed.name()).put("region", seed.region()).put("project", seed.projectId());
    sown.put("type", seed.type()).put("version", seed.version()).put("url", seed.url());
    sown.put("network", seed.privateNetworkId().orElse(null));
    ArrayNode tags = sown.putArray("tags");
    seed.tags().forEach(tags::add);
    saved.put("created", cluster.createdAt.toString());
    saved.put("updated", cluster.updatedAt.toString());
    saved.put("version", cluster.version).put("forced", cluster.forcedStatus);
    saved.put("updating", cluster.updating).put("poolsFollow", cluster.poolsFollow);
    ArrayNode pools = saved.putArray("pools");
    cluster.pools.forEach(pool -> pools.add(pool(pool)));
    return saved;
  }

  private static ObjectNode pool(Pool pool) {
    ObjectNode saved = JSON.createObjectNode();
    saved.put("id", pool.id).put("version", pool.version);
    saved.put("created", pool.createdAt.toString()).put("updated", pool.updatedAt.toString());
    saved.put("locked", pool.locked).put("deleting", pool.deleting);
    saved.put("upgrading", pool.upgrading);
    // As the API shows them, which is how a new pool may ask for them.
    saved.set("settings", Pictures.pool(pool).retain(PoolReader.FIELDS));
    ArrayNode nodes = saved.putArray("nodes");
    pool.nodes.forEach(node -> nodes.add(node(node)));
    return saved;
  }

  private static ObjectNode node(Node node) {
    ObjectNode saved = JSON.createObjectNode();
    saved.put("id", node.id).put("instanceId", node.instanceId).put("address", node.address);
    saved.put("version", node.version).put("status", node.status);
    saved.put("created", node.createdAt.toString()).put("updated", node.updatedAt.toString());
    saved.put("instance", node.instance).put("running", node.running);
    saved.put("lost", node.lost).put("draining", node.draining);
    return saved.put("error", node.errorMessage);
  }

  void read(String text) {
    try {
      JsonNode saved = JSON.readTree(text);
      boolean _ =
          place.locked(
              () -> {
                place.given(
                    new Place.Given(saved.path("ids").asLong(), saved.path("addresses").asInt()));
                saved.path("clusters").forEach(one -> clusters.all.add(cluster(one)));
                clusters.all.forEach(engine::goOn);
                return true;
              });
    } catch (JsonProcessingException | DateTimeException | Refusal malformed) {
      throw new IllegalArgumentException(
          "not the state of a Kapsule: " + malformed.getMessage(), malformed);
    }
  }

  private Cluster cluster(JsonNode saved) {
    JsonNode sown = saved.path("seed");
    var seed =
        new ClusterSeed(
            sown.path("name").asText(),
            sown.path("region").asText(),
            sown.path("project").asText(),
            sown.path("type").asText(),
            sown.path("version").asText(),
            sown.path("url").asText(),
            Optional.ofNullable(text(sown, "network")),
            sown.path("tags").valueStream().map(JsonNode::asText).toList());
    var cluster =
        new Cluster(
            saved.path("id").asText(),
            seed,
            saved.path("organization").asText(),
            time(saved, "created"));
    cluster.updatedAt = time(saved, "updated");
    cluster.version = saved.path("version").asText();
    cluster.forcedStatus = text(saved, "forced");
    cluster.updating = saved.path("updating").asBoolean();
    cluster.poolsFollow = saved.path("poolsFollow").asBoolean();
    saved.path("pools").forEach(one -> cluster.pools.add(pool(one, cluster)));
    return cluster;
  }

  private Pool pool(JsonNode saved, Cluster cluster) {
    PoolSettings settings =
        new PoolReader(place.world(), cluster, saved.path("settings")).readAgain();
    var pool = new Pool(cluster, saved.path("id").asText(), settings, time(saved, "created"));
    pool.updatedAt = time(saved, "updated");
    pool.version = saved.path("version").asText();
    pool.locked = saved.path("locked").asBoolean();
    pool.deleting = saved.path("deleting").asBoolean();
    pool.upgrading = saved.path("upgrading").asBoolean();
    saved.path("nodes").forEach(one -> pool.nodes.add(node(one, pool)));
    return pool;
  }

  private static Node node(JsonNode saved, Pool pool) {
    var node =
        new Node(
            pool,
            saved.path("id").asText(),
            saved.path("instanceId").asText(),
            saved.path("address").asText(),
            saved.path("version").asText(),
            time(saved, "created"));
    node.become(saved.path("status").asText(), time(saved, "updated"));
    node.instance = saved.path("instance").asBoolean();
    node.running = saved.path("running").asBoolean();
    node.lost = saved.path("lost").asBoolean();
    node.draining = saved.path("draining").asBoolean();
    node.errorMessage = text(saved, "error");
    return node;
  }

  private static @Nullable String text(JsonNode saved, String name) {
    return saved.hasNonNull(name) ? saved.path(name).asText() : null;
  }

  private static Instant time(JsonNode saved, String name) {
    return Instant.parse(saved.path(name).asText());
  }
}
