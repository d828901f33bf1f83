package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestNodes;
import io.weir.manager.harness.TestManager;
import io.weir.manager.workload.FakeWorkloadCluster;
import io.weir.provider.PoolNode;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterNodesTest {

  private MemoryApiServer server;
  private FakeWorkloadCluster workload;
  private ClusterNodes nodes;

  @BeforeEach
  void open() throws Exception {
    server = TestManager.inMemory();
    workload = FakeWorkloadCluster.of(server, "uid");
    nodes = new ClusterNodes(workload, new ObjectKey("default", "demo"));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private ApiObject join(String name, Map<String, String> labels) {
    return new TestNodes(server.client()).join(name, "test:///" + name, labels);
  }

  @Test
  void tellWhetherANodeIsReadyByTheProviderIdOfItsInstance() {
    ApiObject node = join("a", Map.of());

    PoolNode ready = nodes.byProviderId("test:///a").orElseThrow();
    assertThat(ready.readySince().orElseThrow()).isBefore(Instant.now().plusSeconds(2));
    assertThat(ready.uid()).isEqualTo(node.uid());
    ApiObject _ = new TestNodes(server.client()).setReady(node, false);
    assertThat(nodes.byProviderId("test:///a").orElseThrow().isReady()).isFalse();
    assertThat(nodes.byProviderId("test:///b")).isEmpty();
  }

  @Test
  void tellWhatIsCordonedAndTainted() {
    ApiObject node = join("a", Map.of());
    ApiObject _ =
        server
            .client()
            .edit(
                node,
                tree -> {
                  ObjectNode spec = tree.withObject("/spec").put("unschedulable", true);
                  spec.withArray("taints")
                      .addObject()
                      .put("key", "leaving")
                      .put("effect", "NoSchedule");
                });

    PoolNode cordoned = nodes.byProviderId("test:///a").orElseThrow();
    assertThat(cordoned.cordoned()).isTrue();
    assertThat(cordoned.taintKeys()).contains("leaving");
  }

  @Test
  void areFoundByAllOfTheLabels() {
    ApiObject _ = join("a", Map.of("shelf", "low", "zone", "x"));
    ApiObject _ = join("b", Map.of("shelf", "low", "zone", "y"));

    assertThat(nodes.withLabels(Map.of("shelf", "low", "zone", "y")).orElseThrow())
        .extracting(PoolNode::name)
        .containsExactly("b");
  }

  @Test
  void areNotKnownWhileTheClusterIsOutOfReach() {
    ApiObject _ = join("a", Map.of("shelf", "low"));
    workload.stopAnswering(Instant.EPOCH);

    assertThat(nodes.withLabels(Map.of("shelf", "low"))).isEmpty();
    workload.answerAgain();
    assertThat(nodes.withLabels(Map.of("shelf", "low")).orElseThrow()).hasSize(1);
  }
}
