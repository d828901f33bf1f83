package io.weir.kernel.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("explore")
class LeaderElectionOutageTest {

  private final MemoryApiServer server = new MemoryApiServer();
  private final KubeCluster cluster =
      TestClusters.connect(server, "leader", WatchSettings.defaults());

  LeaderElectionOutageTest() throws Exception {}

  @AfterEach
  void close() {
    cluster.close();
    server.close();
  }

  @Test
  void aLeaderThatCannotRenewStopsBeforeOthersMayLead() throws Exception {
    var hasty =
        new LeaseSettings(
            new ObjectKey("default", "weir"),
            "hasty",
            Duration.ofSeconds(4),
            Duration.ofSeconds(2),
            Duration.ofMillis(500));
    try (var cutOff = new ElectionCandidate(cluster.client(), hasty)) {
      assertThat(cutOff.leads()).isTrue();

      server.killApiServer();

      assertThat(cutOff.loses()).isTrue();
      assertThat(cutOff.election.isLeading()).isFalse();
    }
  }
}
