package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.compute.Project;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cluster. Guarded by its project's lock. */
final class Cluster {
  /** As the API shows it, without its node pools. */
  final ObjectNode shown;

  final Map<String, NodePool> pools = new TreeMap<>();

  Cluster(ObjectNode shown) {
    this.shown = shown;
  }

  String name() {
    return shown.path("name").asText();
  }

  /** A region or a zone. */
  String location() {
    return shown.path("location").asText();
  }

  String version() {
    return shown.path("currentMasterVersion").asText();
  }

  /** Within its project. */
  String path() {
    return path(location(), name());
  }

  static String path(String location, String name) {
    return "locations/" + location + "/clusters/" + name;
  }

  /** Where its nodes are unless their pool says otherwise. */
  List<String> zones() {
    return shown.path("locations").valueStream().map(JsonNode::asText).toList();
  }

  ObjectNode toJson(Project project) {
    ObjectNode whole = shown.deepCopy().put("selfLink", ContainerJson.url(project, path()));
    ArrayNode list = whole.putArray("nodePools");
    pools.values().forEach(pool -> list.add(pool.toJson(project)));
    return ContainerJson.withoutDefaults(whole);
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("shown", shown.deepCopy());
    ArrayNode list = saved.putArray("pools");
    pools.values().forEach(pool -> list.add(pool.save()));
    return saved;
  }

  static Cluster load(JsonNode saved) {
    var cluster = new Cluster(saved.path("shown").deepCopy());
    for (JsonNode each : saved.path("pools")) {
      NodePool pool = NodePool.load(cluster, each);
      cluster.pools.put(pool.name(), pool);
    }
    return cluster;
  }
}
