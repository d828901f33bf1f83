package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Objects;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.workload.Cause;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.MovableClock;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeClient;
import io.weir.manager.harness.Weir;
import io.weir.manager.workload.WorkloadView.Connected;
import io.weir.manager.workload.WorkloadView.Unreachable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The connections to workload clusters of real controllers, which tell what they notice. */
abstract class WorkloadStage {

  final TestCluster plane;
  final Told told = new Told();
  final MovableClock clock = new MovableClock();
  final List<AutoCloseable> opened = new ArrayList<>();
  String namespace = "";
  KubeCluster user;
  Weir weir;

  WorkloadStage(TestCluster plane) {
    this.plane = plane;
  }

  /** Remembers what it was told and lets tests wait for it. */
  static final class Told implements WorkloadListener {
    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      events.add("reachability of " + cluster.name());
    }

    @Override
    public void triedInVain(ObjectKey cluster) {
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
            plane, TestClusters.account("user"), WatchSettings.defaults().in(namespace));
    opened.add(user);
    weir = new Weir(plane, namespace, clock);
    opened.add(weir);
    weir.workloads().subscribe(told);
  }

  @AfterEach
  final void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
  }

  final ObjectKey attach(String name, String kubeconfig) {
    ApiObject _ = user.client().create(Objects.kubeconfig(namespace, name, kubeconfig));
    return user.client().create(Objects.cluster(namespace, name)).key();
  }

  final WorkloadView await(ObjectKey cluster, Predicate<WorkloadView> wanted)
      throws InterruptedException {
    while (!wanted.test(weir.workloads().view(cluster))) {
      told.await("reachability of " + cluster.name());
    }
    return weir.workloads().view(cluster);
  }

  final Connected connected(ObjectKey cluster) throws InterruptedException {
    return (Connected) await(cluster, view -> view instanceof Connected);
  }

  final Unreachable unreachable(ObjectKey cluster, Cause cause) throws InterruptedException {
    return (Unreachable)
        await(cluster, view -> view instanceof Unreachable down && down.cause() == cause);
  }

  final KubeClient admin(TestCluster of) throws Exception {
    KubeCluster cluster =
        TestClusters.connect(of, TestClusters.account("admin"), WatchSettings.defaults());
    opened.add(cluster);
    return cluster.client();
  }

  final ObjectNode node(String name) {
    return Objects.of(
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%1$s"},
         "spec": {"providerID": "test:///%1$s", "taints": [
           {"key": "node.cluster.x-k8s.io/uninitialized", "effect": "NoSchedule"},
           {"key": "theirs", "effect": "NoSchedule"}]}}
        """
            .formatted(name));
  }
}
