package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestNodes;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.manager.harness.TestManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Workload clusters of tenants who are after the manager: they answer watches and no writes. */
@Isolated("an honest cluster whose passes take long is one of the slow")
class StallingClustersTest {

  private static final int HOSTILE = 20;

  private final List<MemoryApiServer> hostile = new ArrayList<>();
  private final MemoryApiServer apiServer = TestManager.inMemory();
  private final MemoryApiServer honest = new MemoryApiServer();
  private MachinePoolFixture fixture;

  StallingClustersTest() throws Exception {}

  @BeforeEach
  void start() throws Exception {
    fixture =
        new MachinePoolFixture(
            apiServer,
            honest,
            "default",
            TestManager.withPatientPasses(apiServer, "default", new AdjustableClock()));
    for (int number = 0; number < HOSTILE; number++) {
      hostile.add(new MemoryApiServer());
    }
  }

  @AfterEach
  void stop() {
    hostile.forEach(MemoryApiServer::close);
    fixture.close();
    apiServer.close();
    honest.close();
  }

  /** A Cluster with a pool that wants a token and has a Node to be labelled. */
  private void attack(int number) throws Exception {
    MemoryApiServer server = hostile.get(number);
    String cluster = "hostile-" + number;
    String id = "aws:///zone/i-" + number;
    ApiObject _ = new TestNodes(server.client()).join("node-" + number, id);
    server.stallWrites();
    fixture.attach(cluster, server);
    fixture.report(fixture.create(cluster, cluster, _ -> {}), 1, id);
  }

  @Test
  void doNotKeepOthersFromLabelsAndTokens() throws Exception {
    fixture.attach();
    ObjectKey _ = fixture.running("first");
    for (int number = 0; number < HOSTILE; number++) {
      attack(number);
    }
    while (hostile.stream().mapToInt(MemoryApiServer::stalledWrites).sum() < 4) {
      Thread.sleep(10); // until two workers wait for labels, and two for tokens
    }

    ObjectKey second = fixture.running(MachinePoolFixture.CLUSTER, "second", "n");

    ApiObject node =
        CacheWaits.awaitObject(
            fixture.atWorkload.cache(BuiltInKinds.NODE),
            new ObjectKey("", fixture.nodeName("n")),
            found -> found.annotation(MetadataKeys.NODE_OWNER_NAME).isPresent());
    assertThat(node.annotation(MetadataKeys.NODE_OWNER_NAME)).hasValue(second.name());
    assertThat(fixture.user.client().get(GroupKind.SECRET, fixture.key("second"))).isPresent();
    // One worker of each controller that writes there.
    assertThat(hostile.stream().mapToInt(MemoryApiServer::stalledWrites))
        .allMatch(count -> count <= 2);
  }
}
