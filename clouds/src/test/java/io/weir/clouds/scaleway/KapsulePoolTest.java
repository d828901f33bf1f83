package io.weir.clouds.scaleway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.CloudFault;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What Kapsule does with a pool by itself. */
class KapsulePoolTest extends KapsuleTestBase {

  @Nested
  class Creating {
    @Test
    void nodesComeIntoBeingStepByStep() throws Exception {
      String pool = create("{}");

      assertThat(values(pool, "status")).containsOnly("creating").hasSize(3);
      assertThat(values(pool, "provider_id")).containsOnly("");
      time.advance(Duration.ofMillis(500));
      assertThat(values(pool, "status")).containsOnly("starting");
      assertThat(values(pool, "provider_id"))
          .allMatch(id -> id.startsWith("scaleway://instance/fr-par-2/"));
      time.advance(Duration.ofSeconds(2));
      assertThat(values(pool, "status")).containsOnly("not_ready");
      assertThat(status(pool)).isEqualTo("scaling");
      settle();
      assertThat(values(pool, "status")).containsOnly("ready");
      assertThat(status(pool)).isEqualTo("ready");
    }

    @Test
    void aNameIsNoIdentity() throws Exception {
      String first = create("{}");
      String second = create("{}");

      assertThat(first).isNotEqualTo(second);
      assertThat(
              caller.get("/clusters/" + cluster + "/pools?name=workers").body().path("total_count"))
          .hasToString("2");
    }

    @Test
    void whatWasLeftOpenIsFilledIn() throws Exception {
      JsonNode pool = pool(create("{\"node_type\": \"DEV1-M\"}"));

      assertThat(pool.path("node_type").asText()).isEqualTo("dev1_m");
      assertThat(pool.path("root_volume_type").asText()).isEqualTo("l_ssd");
      assertThat(pool.path("root_volume_size").asLong()).isEqualTo(40_000_000_000L);
      assertThat(pool.path("min_size").asInt()).isZero();
      assertThat(pool.path("max_size").asInt()).isEqualTo(3);
      assertThat(pool.at("/upgrade_policy/max_unavailable").asInt()).isEqualTo(1);
      assertThat(pool.path("security_group_id").asText()).isNotEmpty();
      assertThat(pool.path("version").asText()).isEqualTo("1.34.3");
    }

    @Test
    void withoutCapacityThePoolWarnsAndGoesOnTrying() throws Exception {
      cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.NO_CAPACITY).forAction("CreateNode").times(2));
      String pool = create("{}");

      time.advance(Duration.ofSeconds(8));

      assertThat(status(pool)).isEqualTo("warning");
      assertThat(pool(pool).path("error_message").asText()).contains("out of stock");
      assertThat(values(pool, "status")).contains("creation_error", "ready");
      settle();
      assertThat(status(pool)).isEqualTo("ready");
      assertThat(values(pool, "status")).containsOnly("ready").hasSize(3);
    }
  }

  @Nested
  class Sizing {
    @Test
    void aPoolFollowsItsSizeBothWays() throws Exception {
      String pool = create("{}");
      settle();

      caller.patch("/pools/" + pool, "{\"size\": 5}");
      assertThat(status(pool)).isEqualTo("scaling");
      settle();
      assertThat(values(pool, "status")).containsOnly("ready").hasSize(5);
      caller.patch("/pools/" + pool, "{\"size\": 2}");
      assertThat(values(pool, "status")).contains("deleting").hasSize(5);
      settle();
      assertThat(values(pool, "status")).containsOnly("ready").hasSize(2);
      assertThat(status(pool)).isEqualTo("ready");
    }

    @Test
    void theAutoscalerStaysWithinItsBounds() throws Exception {
      String pool = create("{\"autoscaling\": true, \"min_size\": 2, \"max_size\": 6}");

      cloud.admin().resizeByAutoscaler(pool, 6);

      settle();
      assertThat(pool(pool).path("size").asInt()).isEqualTo(6);
      assertThat(nodes(pool)).hasSize(6);
      assertThatThrownBy(() -> cloud.admin().resizeByAutoscaler(pool, 7))
          .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aDeletedNodeTakesItsPlaceInThePoolWithIt() throws Exception {
      String pool = create("{}");
      settle();

      caller.delete("/nodes/" + values(pool, "id").getFirst());

      settle();
      assertThat(pool(pool).path("size").asInt()).isEqualTo(2);
      assertThat(nodes(pool)).hasSize(2);
    }
  }

  @Nested
  class Removing {
    @Test
    void aDrainedNodeIsListedWhileThePoolIsReadyAgain() throws Exception {
      String pool = create("{}");
      settle();

      caller.patch("/pools/" + pool, "{\"size\": 2}");

      assertThat(status(pool)).isEqualTo("scaling");
      time.advance(Duration.ofSeconds(1));
      assertThat(status(pool)).isEqualTo("ready");
      assertThat(values(pool, "status")).containsExactlyInAnyOrder("ready", "ready", "deleting");
      settle();
      assertThat(values(pool, "status")).containsExactly("ready", "ready");
    }
  }

  @Nested
  class Losing {
    @Test
    void aLostNodeIsBrokenUntilSomebodyActs() throws Exception {
      String pool = create("{}");
      settle();

      boolean killed = cloud.admin().kill(values(pool, "id").getFirst());

      assertThat(killed).isTrue();
      settle();
      assertThat(status(pool)).isEqualTo("warning");
      assertThat(values(pool, "status")).containsExactlyInAnyOrder("not_ready", "ready", "ready");
      caller.patch("/pools/" + pool, "{\"size\": 2}");
      settle();
      assertThat(status(pool)).isEqualTo("ready");
    }

    @Test
    void autohealingReplacesIt() throws Exception {
      String pool = create("{\"autohealing\": true}");
      settle();
      List<String> before = values(pool, "provider_id");

      cloud.admin().kill(values(pool, "id").getFirst());

      settle();
      assertThat(status(pool)).isEqualTo("ready");
      Set<String> kept = new HashSet<>(before);
      kept.retainAll(values(pool, "provider_id"));
      assertThat(kept).hasSize(2);
      assertThat(nodes(pool)).hasSize(3);
    }
  }

  @Nested
  class Upgrading {
    @Test
    void nodesAreReplacedWithinTheUnavailableOnes() throws Exception {
      String pool = create("{}");
      settle();
      Set<String> before = new HashSet<>(values(pool, "provider_id"));
      cloud.admin().upgradeCluster(cluster, "1.35.0", false);
      settle();

      caller.post("/pools/" + pool + "/upgrade", "{\"version\": \"1.35.0\"}");

      int fewest = 3;
      for (int turn = 0; turn < 200 && status(pool).equals("upgrading"); turn++) {
        long ready = values(pool, "status").stream().filter("ready"::equals).count();
        fewest = (int) Math.min(fewest, ready);
        time.advance(Duration.ofMillis(500));
      }
      assertThat(fewest).isEqualTo(2);
      assertThat(status(pool)).isEqualTo("ready");
      assertThat(pool(pool).path("version").asText()).isEqualTo("1.35.0");
      settle();
      assertThat(values(pool, "provider_id")).hasSize(3).doesNotContainAnyElementsOf(before);
    }

    @Test
    void aSurgeKeepsAllAvailable() throws Exception {
      String pool = create("{\"upgrade_policy\": {\"max_unavailable\": 0, \"max_surge\": 2}}");
      settle();
      cloud.admin().upgradeCluster(cluster, "1.35.0", true);
      time.advance(Duration.ofSeconds(3));

      int fewest = 3;
      int most = 0;
      for (int turn = 0; turn < 200 && status(pool).equals("upgrading"); turn++) {
        List<String> statuses = values(pool, "status");
        fewest = (int) Math.min(fewest, statuses.stream().filter("ready"::equals).count());
        most = (int) Math.max(most, statuses.stream().filter(s -> !s.equals("deleting")).count());
        time.advance(Duration.ofMillis(500));
      }

      assertThat(fewest).isEqualTo(3);
      assertThat(most).isEqualTo(5);
      assertThat(status(pool)).isEqualTo("ready");
      settle();
      assertThat(nodes(pool)).hasSize(3);
    }

    @Test
    void meanwhileThePoolCannotBeSized() throws Exception {
      String pool = create("{}");
      settle();
      cloud.admin().upgradeCluster(cluster, "1.35.0", false);
      settle();
      caller.post("/pools/" + pool + "/upgrade", "{\"version\": \"1.35.0\"}");

      KapsuleHttpClient.Response sized = caller.patch("/pools/" + pool, "{\"size\": 4}");
      KapsuleHttpClient.Response tagged = caller.patch("/pools/" + pool, "{\"tags\": [\"a\"]}");

      assertThat(sized.status()).isEqualTo(409);
      assertThat(sized.type()).isEqualTo("transient_state");
      assertThat(sized.body().path("current_state").asText()).isEqualTo("upgrading");
      assertThat(tagged.status()).isEqualTo(200);
    }

    @Test
    void onlyTheVersionOfTheClusterWillDo() throws Exception {
      String pool = create("{}");
      settle();

      KapsuleHttpClient.Response ahead =
          caller.post("/pools/" + pool + "/upgrade", "{\"version\": \"1.35.0\"}");

      assertThat(ahead.status()).isEqualTo(400);
      assertThat(ahead.body().at("/details/0/argument_name").asText()).isEqualTo("version");
    }
  }

  @Nested
  class Deleting {
    @Test
    void thePoolGoesAfterItsNodes() throws Exception {
      String pool = create("{}");
      settle();

      caller.delete("/pools/" + pool);

      assertThat(status(pool)).isEqualTo("deleting");
      assertThat(values(pool, "status")).containsOnly("deleting");
      settle();
      KapsuleHttpClient.Response gone = caller.get("/pools/" + pool);
      assertThat(gone.status()).isEqualTo(404);
      assertThat(gone.body())
          .hasToString(
              KapsuleHttpClient.json(
                      """
                      {"type": "not_found", "message": "resource is not found",
                       "resource": "pool", "resource_id": "%s"}
                      """
                          .formatted(pool))
                  .toString());
      assertThat(caller.get("/clusters/" + cluster).body().path("status").asText())
          .isEqualTo("pool_required");
    }
  }
}
