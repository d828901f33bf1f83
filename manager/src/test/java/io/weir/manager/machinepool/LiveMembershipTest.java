package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveMembershipTest {

  private MemoryApiServer server;
  private LiveMembership liveMembership;
  private ApiObject seen;

  @BeforeEach
  void start() throws Exception {
    server = TestManager.inMemory();
    liveMembership = new LiveMembership(server.client());
    seen = create();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ApiObject create() {
    return server
        .client()
        .create(
            TestObjects.parse(
                """
                {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
                 "metadata": {"namespace": "default", "name": "workers"},
                 "spec": {"minSize": 1, "maxSize": 3, "awsLaunchTemplate": {}}}
                """));
  }

  private static void listOne(ObjectNode tree) {
    tree.withObject("/spec").putArray("providerIDList").add("aws:///a/i-1");
  }

  @Test
  void aNodeWhoseMachineHasBecomeAMemberUnseenIsNoOrphan() {
    ApiObject _ = server.client().edit(seen, LiveMembershipTest::listOne);

    assertThat(liveMembership.isOutdated(seen, Set.of("aws:///a/i-1", "aws:///a/i-2"))).isTrue();
    assertThat(liveMembership.isOutdated(seen, Set.of("aws:///a/i-2"))).isFalse();
  }

  @Test
  void nothingFollowsFromAnInfrastructurePoolThatIsGoneOrMadeAgain() {
    server.client().delete(seen, PropagationPolicy.BACKGROUND);
    assertThat(liveMembership.isOutdated(seen, Set.of("aws:///a/i-1"))).isTrue();

    ApiObject _ = create();

    assertThat(liveMembership.isOutdated(seen, Set.of("aws:///a/i-1"))).isTrue();
  }
}
