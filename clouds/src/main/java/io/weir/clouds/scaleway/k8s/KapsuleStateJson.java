package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Clusters, pools and nodes as JSON, to go on from another time. A node that was on its way begins
 * the step anew in which it was.
 */
final class KapsuleStateJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KapsuleContext kapsuleContext;
  private final ClusterStore clusterStore;
  private final PoolReconciler engine;

  KapsuleStateJson(
      KapsuleContext kapsuleContext, ClusterStore clusterStore, PoolReconciler engine) {
    this.kapsuleContext = kapsuleContext;
    this.clusterStore = clusterStore;
    this.engine = engine;
  }

  String toJson() {
    return kapsuleContext.withLock(
        () -> {
          KapsuleContext.Counters counters = kapsuleContext.counters();
          ObjectNode saved = JSON.createObjectNode();
          saved.put("ids", counters.ids()).put("addresses", counters.addresses());
          ArrayNode all = saved.putArray("clusters");
          clusterStore.all.forEach(cluster -> all.add(cluster(cluster)));
          return saved.toString();
        });
  }

  private static ObjectNode cluster(Cluster cluster) {
    ClusterSpec seed = cluster.spec;
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
    saved.put("updating", cluster.updating).put("poolsFollow", cluster.upgradesPools);
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
    saved.set("settings", ResponseJson.pool(pool).retain(PoolRequestReader.FIELDS));
    ArrayNode nodes = saved.putArray("nodes");
    pool.nodes.forEach(node -> nodes.add(node(node)));
    return saved;
  }

  private static ObjectNode node(Node node) {
    ObjectNode saved = JSON.createObjectNode();
    saved.put("id", node.id).put("instanceId", node.instanceId).put("address", node.address);
    saved.put("version", node.version).put("status", node.status);
    saved.put("created", node.createdAt.toString()).put("updated", node.updatedAt.toString());
    saved.put("instance", node.hasInstance).put("running", node.running);
    saved.put("lost", node.lost).put("draining", node.draining);
    return saved.put("error", node.errorMessage);
  }

  void restore(String text) {
    try {
      JsonNode saved = JSON.readTree(text);
      boolean _ =
          kapsuleContext.withLock(
              () -> {
                kapsuleContext.counters(
                    new KapsuleContext.Counters(
                        saved.path("ids").asLong(), saved.path("addresses").asInt()));
                saved.path("clusters").forEach(one -> clusterStore.all.add(cluster(one)));
                clusterStore.all.forEach(engine::resumeCluster);
                return true;
              });
    } catch (JsonProcessingException | DateTimeException | ScalewayErrorException malformed) {
      throw new IllegalArgumentException(
          "not the state of a Kapsule: " + malformed.getMessage(), malformed);
    }
  }

  private Cluster cluster(JsonNode saved) {
    JsonNode sown = saved.path("seed");
    var seed =
        new ClusterSpec(
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
    cluster.upgradesPools = saved.path("poolsFollow").asBoolean();
    saved.path("pools").forEach(one -> cluster.pools.add(pool(one, cluster)));
    return cluster;
  }

  private Pool pool(JsonNode saved, Cluster cluster) {
    PoolSettings settings =
        new PoolRequestReader(kapsuleContext.fixture(), cluster, saved.path("settings"))
            .readExisting();
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
    node.setStatus(saved.path("status").asText(), time(saved, "updated"));
    node.hasInstance = saved.path("instance").asBoolean();
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
