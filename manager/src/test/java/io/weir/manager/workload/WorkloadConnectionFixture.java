package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeClient;
import io.weir.manager.harness.TestManager;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The connections to workload clusters of real controllers, which tell what they notice. */
abstract class WorkloadConnectionFixture {

  final TestCluster apiServer;
  final RecordingListener reported = new RecordingListener();
  final AdjustableClock clock = new AdjustableClock();
  final List<AutoCloseable> opened = new ArrayList<>();
  String namespace = "";
  KubeCluster user;
  TestManager weir;

  WorkloadConnectionFixture(TestCluster apiServer) {
    this.apiServer = apiServer;
  }

  /** Remembers what it was told and lets tests wait for it. */
  static final class RecordingListener implements WorkloadClusterListener {
    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      events.add("reachability of " + cluster.name());
    }

    @Override
    public void connectionAttemptFailed(ObjectKey cluster) {
      events.add("in vain: " + cluster.name());
    }

    @Override
    public void nodeChanged(
        ObjectKey cluster, Optional<WorkloadNode> before, Optional<WorkloadNode> after) {
      String name = after.or(() -> before).orElseThrow().facts().name();
      String what = before.isEmpty() ? "new" : after.isEmpty() ? "gone" : "changed";
      events.add("node " + name + " " + what);
    }

    void await(String wanted) throws InterruptedException {
      String event;
      do {
        event = events.poll(1, TimeUnit.MINUTES);
        assertThat(event).as("waiting for: " + wanted).isNotNull();
      } while (!event.equals(wanted));
    }
  }

  /** Where the test's objects are, and no others. */
  abstract String newNamespace() throws Exception;

  @BeforeEach
  final void start() throws Exception {
    namespace = newNamespace();
    user =
        TestClusters.connect(
            apiServer,
            TestClusters.account("user"),
            WatchSettings.defaults().inNamespace(namespace));
    opened.add(user);
    weir = new TestManager(apiServer, namespace, clock);
    opened.add(weir);
    weir.workloads().subscribe(reported);
  }

  @AfterEach
  final void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
  }

  final ObjectKey attach(String name, String kubeconfig) {
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, name, kubeconfig));
    return user.client().create(TestObjects.cluster(namespace, name)).key();
  }

  final WorkloadClusterState await(ObjectKey cluster, Predicate<WorkloadClusterState> wanted)
      throws InterruptedException {
    while (!wanted.test(weir.workloads().state(cluster))) {
      reported.await("reachability of " + cluster.name());
    }
    return weir.workloads().state(cluster);
  }

  final Connected connected(ObjectKey cluster) throws InterruptedException {
    return (Connected) await(cluster, view -> view instanceof Connected);
  }

  final Unreachable unreachable(ObjectKey cluster, ConnectionFailureCause connectionFailureCause)
      throws InterruptedException {
    return (Unreachable)
        await(
            cluster,
            view -> view instanceof Unreachable down && down.cause() == connectionFailureCause);
  }

  final KubeClient admin(TestCluster of) throws Exception {
    KubeCluster cluster =
        TestClusters.connect(of, TestClusters.account("admin"), WatchSettings.defaults());
    opened.add(cluster);
    return cluster.client();
  }

  final ObjectNode node(String name) {
    return TestObjects.parse(
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%1$s"},
         "spec": {"providerID": "test:///%1$s", "taints": [
           {"key": "node.cluster.x-k8s.io/uninitialized", "effect": "NoSchedule"},
           {"key": "theirs", "effect": "NoSchedule"}]}}
        """
            .formatted(name));
  }
}
