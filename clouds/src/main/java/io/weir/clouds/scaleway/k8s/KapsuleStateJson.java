package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Clusters, pools and nodes as JSON, to go on from another time. A node that was on its way begins
 * the step anew in which it was.
 */
final class KapsuleStateJson {
  private final KapsuleSite kapsuleSite;
  private final ClusterStore clusterStore;

  KapsuleStateJson(KapsuleSite kapsuleSite, ClusterStore clusterStore) {
    this.kapsuleSite = kapsuleSite;
    this.clusterStore = clusterStore;
  }

  ObjectNode toJson() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("ids", kapsuleSite.ids().count()).put("addresses", kapsuleSite.addressCount());
    saved.set("operations", kapsuleSite.operations().save());
    ArrayNode all = saved.putArray("clusters");
    clusterStore.all.forEach(simulatedCluster -> all.add(cluster(simulatedCluster)));
    return saved;
  }

  private static ObjectNode cluster(SimulatedCluster simulatedCluster) {
    ClusterSpec seed = simulatedCluster.spec;
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", simulatedCluster.id).put("organization", simulatedCluster.organizationId);
    ObjectNode sown = saved.putObject("seed");
    sown.put("name", seed.name()).put("region", seed.region()).put("project", seed.projectId());
    sown.put("type", seed.type()).put("version", seed.version()).put("url", seed.url());
    sown.put("network", seed.privateNetworkId().orElse(null));
    ArrayNode tags = sown.putArray("tags");
    seed.tags().forEach(tags::add);
    saved.put("created", simulatedCluster.createdAt.toString());
    saved.put("updated", simulatedCluster.updatedAt.toString());
    saved.put("version", simulatedCluster.version).put("forced", simulatedCluster.forcedStatus);
    ArrayNode pools = saved.putArray("pools");
    simulatedCluster.pools.forEach(simulatedPool -> pools.add(pool(simulatedPool)));
    return saved;
  }

  private static ObjectNode pool(SimulatedPool simulatedPool) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", simulatedPool.id).put("version", simulatedPool.version);
    saved
        .put("created", simulatedPool.createdAt.toString())
        .put("updated", simulatedPool.updatedAt.toString());
    saved.put("locked", simulatedPool.locked).put("deleting", simulatedPool.deleting);
    saved.put("upgrading", simulatedPool.upgrading);
    // As the API shows them, which is how a new pool may ask for them.
    saved.set("settings", ResponseJson.pool(simulatedPool).retain(PoolRequestReader.FIELDS));
    ArrayNode nodes = saved.putArray("nodes");
    simulatedPool.nodes.forEach(simulatedNode -> nodes.add(node(simulatedNode)));
    return saved;
  }

  private static ObjectNode node(SimulatedNode simulatedNode) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved
        .put("id", simulatedNode.id)
        .put("instanceId", simulatedNode.instanceId)
        .put("address", simulatedNode.address);
    saved.put("version", simulatedNode.version).put("status", simulatedNode.status);
    saved
        .put("created", simulatedNode.createdAt.toString())
        .put("updated", simulatedNode.updatedAt.toString());
    saved.put("instance", simulatedNode.hasInstance).put("running", simulatedNode.running);
    saved.put("lost", simulatedNode.lost).put("draining", simulatedNode.draining);
    return saved.put("error", simulatedNode.errorMessage);
  }

  void load(JsonNode saved) {
    kapsuleSite.ids().continueAfter(saved.path("ids").asLong());
    kapsuleSite.continueAddresses(saved.path("addresses").asInt());
    kapsuleSite.operations().load(saved.path("operations"));
    saved.path("clusters").forEach(one -> clusterStore.all.add(cluster(one)));
  }

  private SimulatedCluster cluster(JsonNode saved) {
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
    var simulatedCluster =
        new SimulatedCluster(
            saved.path("id").asText(),
            seed,
            saved.path("organization").asText(),
            time(saved, "created"));
    simulatedCluster.updatedAt = time(saved, "updated");
    simulatedCluster.version = saved.path("version").asText();
    simulatedCluster.forcedStatus = text(saved, "forced");
    simulatedCluster.update = kapsuleSite.operations().active(simulatedCluster.id).orElse(null);
    saved.path("pools").forEach(one -> simulatedCluster.pools.add(pool(one, simulatedCluster)));
    return simulatedCluster;
  }

  private SimulatedPool pool(JsonNode saved, SimulatedCluster simulatedCluster) {
    PoolSettings settings =
        new PoolRequestReader(kapsuleSite.seedData(), simulatedCluster, saved.path("settings"))
            .readExisting();
    var simulatedPool =
        new SimulatedPool(
            simulatedCluster, saved.path("id").asText(), settings, time(saved, "created"));
    simulatedPool.updatedAt = time(saved, "updated");
    simulatedPool.version = saved.path("version").asText();
    simulatedPool.locked = saved.path("locked").asBoolean();
    simulatedPool.deleting = saved.path("deleting").asBoolean();
    simulatedPool.upgrading = saved.path("upgrading").asBoolean();
    saved.path("nodes").forEach(one -> simulatedPool.nodes.add(node(one, simulatedPool)));
    return simulatedPool;
  }

  private static SimulatedNode node(JsonNode saved, SimulatedPool simulatedPool) {
    var simulatedNode =
        new SimulatedNode(
            simulatedPool,
            saved.path("id").asText(),
            saved.path("instanceId").asText(),
            saved.path("address").asText(),
            saved.path("version").asText(),
            time(saved, "created"));
    simulatedNode.setStatus(saved.path("status").asText(), time(saved, "updated"));
    simulatedNode.hasInstance = saved.path("instance").asBoolean();
    simulatedNode.running = saved.path("running").asBoolean();
    simulatedNode.lost = saved.path("lost").asBoolean();
    simulatedNode.draining = saved.path("draining").asBoolean();
    simulatedNode.errorMessage = text(saved, "error");
    return simulatedNode;
  }

  private static @Nullable String text(JsonNode saved, String name) {
    return saved.hasNonNull(name) ? saved.path(name).asText() : null;
  }

  private static Instant time(JsonNode saved, String name) {
    return Instant.parse(saved.path(name).asText());
  }
}
