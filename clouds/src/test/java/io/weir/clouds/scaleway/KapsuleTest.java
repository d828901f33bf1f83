package io.weir.clouds.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.CloudTime;
import io.weir.clouds.ManualTime;
import io.weir.clouds.scaleway.k8s.ClusterSeed;
import io.weir.clouds.scaleway.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A cloud with one cluster, whose time stands still until a test moves it. */
abstract class KapsuleTest {
  static final String POOL =
      """
      {"name": "workers", "node_type": "GP1-XS", "zone": "fr-par-2", "size": 3,
       "autoscaling": false, "autohealing": false, "public_ip_disabled": false}
      """;

  final ManualTime time = CloudTime.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final KapsuleCloud cloud = KapsuleCloud.builder().time(time).start();
  final Caller caller = new Caller(cloud, "fr-par");
  final String cluster =
      cloud.hand().addCluster(ClusterSeed.kapsule("demo", "fr-par", World.PROJECT.id(), "1.34.3"));

  @AfterEach
  void stop() {
    caller.close();
    cloud.close();
  }

  /** Long enough for whatever is under way. */
  void settle() {
    time.advance(Duration.ofMinutes(5));
  }

  /** Creates a pool, with changes to the usual wish, and returns its id. */
  String create(String changes) throws Exception {
    Caller.Answer answer = tryCreate(changes);
    if (answer.status() != 200) {
      throw new AssertionError(answer.body());
    }
    return answer.body().path("id").asText();
  }

  Caller.Answer tryCreate(String changes) throws Exception {
    String body = Caller.json(POOL).setAll(Caller.json(changes)).toString();
    return caller.post("/clusters/" + cluster + "/pools", body);
  }

  JsonNode pool(String id) throws Exception {
    return caller.get("/pools/" + id).body();
  }

  String status(String id) throws Exception {
    return pool(id).path("status").asText();
  }

  List<JsonNode> nodes(String pool) throws Exception {
    List<JsonNode> nodes = new ArrayList<>();
    caller
        .get("/clusters/" + cluster + "/nodes?page_size=100&pool_id=" + pool)
        .body()
        .path("nodes")
        .forEach(nodes::add);
    return nodes;
  }

  List<String> values(String pool, String field) throws Exception {
    return nodes(pool).stream().map(node -> node.path(field).asText()).toList();
  }
}
