package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.engine.noderef.NodeUpdates;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What depends on real API servers; {@link WorkloadConnectionsTest} has the rest. */
@WithControlPlane
class WorkloadConnectionsIT extends WorkloadConnectionFixture {

  private final ControlPlane first;
  private final ControlPlane second;

  WorkloadConnectionsIT(ControlPlane controlPlane, @NamedCluster("workload") ControlPlane other) {
    super(TestCluster.of(controlPlane));
    this.first = other;
    this.second = controlPlane;
  }

  @BeforeAll
  static void install(ControlPlane controlPlane) throws Exception {
    TestManager.installCrds(controlPlane);
  }

  @Override
  String newNamespace() throws Exception {
    return second.createNamespace("workloads-");
  }

  @Test
  void theClientsOfTwoClustersNeverMeet() throws Exception {
    String one = TestClusters.account("at-one");
    String two = TestClusters.account("at-two");
    ObjectKey a = attach("one", first.kubeconfig(one, "system:masters"));
    ObjectKey b = attach("two", second.kubeconfig(two, "system:masters"));
    String name = "node-" + namespace;
    ApiObject _ = admin(TestCluster.of(first)).create(node(name));
    ApiObject _ = admin(TestCluster.of(second)).create(node(name));
    Connected atFirst = connected(a);
    Connected atSecond = connected(b);

    new NodeWriter(atFirst.client(), a)
        .update(
            WorkloadNode.of(atFirst.client().get(BuiltInKinds.NODE, key(name)).orElseThrow()),
            new NodeUpdates.NodeUpdate(
                NodeUpdates.MapChange.NONE,
                new NodeUpdates.MapChange(Map.of("at", "one"), Set.of()),
                true));

    ApiObject inFirst = atFirst.client().get(BuiltInKinds.NODE, key(name)).orElseThrow();
    ApiObject inSecond = atSecond.client().get(BuiltInKinds.NODE, key(name)).orElseThrow();
    assertThat(inFirst.annotation("at")).contains("one");
    assertThat(WorkloadNode.of(inFirst).taintKeys())
        .contains("theirs")
        .doesNotContain(NodeUpdates.UNINITIALIZED_TAINT);
    assertThat(inSecond.annotation("at")).isEmpty();
    assertThat(users(first, two)).isEmpty();
    assertThat(users(second, one)).isEmpty();
    assertThat(users(first, one)).hasSize(1);
    admin(TestCluster.of(first)).delete(inFirst, PropagationPolicy.BACKGROUND);
    admin(TestCluster.of(second)).delete(inSecond, PropagationPolicy.BACKGROUND);
  }

  private static List<String> users(ControlPlane of, String account) throws Exception {
    return of.auditLog().since(AuditLog.beginning()).stream()
        .map(AuditRecord::user)
        .filter(account::equals)
        .distinct()
        .toList();
  }

  private static ObjectKey key(String node) {
    return new ObjectKey("", node);
  }
}
