package io.weir.clouds.scaleway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.InstanceState;
import io.weir.clouds.ManualClock;
import io.weir.clouds.SimulatedInstance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cloud, and another one that goes on from it. */
class KapsuleStateJsonTest extends KapsuleTestBase {
  private static final String FULL =
      """
      {"autoscaling": true, "min_size": 2, "max_size": 5, "autohealing": true, "tags": ["a=b"],
       "kubelet_args": {"maxPods": "40"}, "upgrade_policy": {"max_surge": 2, "max_unavailable": 0},
       "labels": {"tier": "web"}, "root_volume_type": "sbs_15k", "root_volume_size": 30000000000,
       "taints": [{"key": "k", "value": "v", "effect": "no_execute"}], "public_ip_disabled": true}
      """;

  private final ManualClock later = CloudClock.manual(Instant.parse("2026-03-02T12:00:00Z"));
  private final KapsuleCloud after = KapsuleCloud.builder().clock(later).start();

  @AfterEach
  void stopTheOther() {
    after.close();
  }

  @Test
  void aCloudGoesOnAsItWas() throws Exception {
    create(FULL);
    create("{\"name\": \"others\", \"size\": 1}");
    settle();
    var startedInstances = new StartedInstances();
    after.addListener(startedInstances);

    after.restoreState(cloud.saveState());

    assertThat(after.admin().clusters()).isEqualTo(cloud.admin().clusters());
    assertThat(after.admin().pools()).isEqualTo(cloud.admin().pools());
    assertThat(after.admin().nodes()).isEqualTo(cloud.admin().nodes());
    assertThat(after.saveState()).isEqualTo(cloud.saveState());
    assertThat(startedInstances.take(4))
        .containsExactlyInAnyOrderElementsOf(
            cloud.instances().stream().map(InstanceState::id).toList());
    assertThat(after.journal().creations()).isEmpty();
  }

  @Test
  void nothingIsGivenTwice() throws Exception {
    create(FULL);
    settle();
    after.restoreState(cloud.saveState());

    after.admin().resizeByAutoscaler(onlyPool().path("id").asText(), 5);
    later.advance(Duration.ofMinutes(5));

    assertThat(onlyPool().path("status").asText()).isEqualTo("ready");
    assertThat(after.admin().nodes())
        .hasSize(5)
        .extracting(node -> node.path("id").asText())
        .doesNotHaveDuplicates();
    assertThat(after.instances()).extracting(InstanceState::id).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 400, 1_000, 2_600, 3_500, 4_500})
  void nodesOnTheirWayArrive(long millis) throws Exception {
    create("{}");
    time.advance(Duration.ofMillis(millis));

    assertSettlesReady(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_500, 3_500, 5_500, 8_000, 12_000})
  void anUpgradeIsFinishedFromWhereverItWas(long millis) throws Exception {
    create("{}");
    settle();
    cloud.admin().upgradeCluster(cluster, "1.35.0", true);
    time.advance(Duration.ofMillis(millis));

    assertSettlesReady(3);
    assertThat(onlyPool().path("version").asText()).isEqualTo("1.35.0");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, 3_000, 7_500, 8_500})
  void aLostNodeIsHealed(long millis) throws Exception {
    create("{\"autohealing\": true}");
    settle();
    String lost = cloud.instances().getFirst().id();
    assertThat(cloud.killInstance(lost)).isTrue();
    time.advance(Duration.ofMillis(millis));

    assertSettlesReady(3);
    assertThat(after.instances()).extracting(InstanceState::id).doesNotContain(lost);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_200})
  void aDeletionIsFinished(long millis) throws Exception {
    String pool = create("{}");
    settle();
    caller.delete("/pools/" + pool);
    time.advance(Duration.ofMillis(millis));

    after.restoreState(cloud.saveState());
    later.advance(Duration.ofMinutes(5));

    assertThat(after.admin().pools()).isEmpty();
    assertThat(after.instances()).isEmpty();
  }

  @Test
  void aNodeThatCouldNotBeHadIsTriedForAgain() throws Exception {
    cloud
        .faults()
        .add(CloudFault.of(CloudFault.Kind.NO_CAPACITY).forAction(cloud.launchAction()).times(1));
    create("{}");
    time.advance(Duration.ofSeconds(1));
    assertThat(cloud.instances())
        .extracting(InstanceState::phase)
        .contains(InstanceState.Phase.FAILED);

    assertSettlesReady(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"kapsule\": {\"clusters\": [{\"created\": \"yesterday\"}]}}"})
  void whatIsNoStateOfAKapsuleIsRefused(String text) {
    assertThatThrownBy(() -> after.restoreState(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not the state of a cloud");
  }

  private void assertSettlesReady(int nodes) {
    after.restoreState(cloud.saveState());
    later.advance(Duration.ofMinutes(5));

    assertThat(onlyPool().path("status").asText()).isEqualTo("ready");
    assertThat(after.instances())
        .hasSize(nodes)
        .allMatch(instance -> instance.phase() == InstanceState.Phase.RUNNING);
  }

  private ObjectNode onlyPool() {
    List<ObjectNode> pools = after.admin().pools();
    assertThat(pools).hasSize(1);
    return pools.getFirst();
  }

  /** Waits for instances to start, whose order is anybody's guess. */
  private static final class StartedInstances implements InstanceListener {
    private final BlockingQueue<String> ids = new LinkedBlockingQueue<>();

    @Override
    public void started(SimulatedInstance simulatedInstance) {
      ids.add(simulatedInstance.id());
    }

    @Override
    public void terminated(SimulatedInstance simulatedInstance) {
      throw new AssertionError("nothing ends here: " + simulatedInstance.id());
    }

    List<String> take(int count) throws InterruptedException {
      List<String> taken = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        taken.add(ids.poll(1, TimeUnit.MINUTES));
      }
      return taken;
    }
  }
}
