package io.weir.clouds.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.ManualClock;
import io.weir.clouds.scaleway.k8s.ClusterSpec;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A cloud with one cluster, whose time stands still until a test moves it. */
abstract class KapsuleTestBase {
  static final String POOL =
      """
      {"name": "workers", "node_type": "GP1-XS", "zone": "fr-par-2", "size": 3,
       "autoscaling": false, "autohealing": false, "public_ip_disabled": false}
      """;

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final KapsuleCloud cloud = KapsuleCloud.builder().clock(time).start();
  final KapsuleHttpClient caller = new KapsuleHttpClient(cloud, "fr-par");
  final String cluster =
      cloud
          .admin()
          .addCluster(
              ClusterSpec.kapsule("demo", "fr-par", ScalewaySeedData.PROJECT.id(), "1.34.3"));

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
    KapsuleHttpClient.Response response = tryCreate(changes);
    if (response.status() != 200) {
      throw new AssertionError(response.body());
    }
    return response.body().path("id").asText();
  }

  KapsuleHttpClient.Response tryCreate(String changes) throws Exception {
    String body = KapsuleHttpClient.json(POOL).setAll(KapsuleHttpClient.json(changes)).toString();
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
