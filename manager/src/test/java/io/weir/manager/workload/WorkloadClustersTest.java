package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Objects;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.Cause;
import io.weir.kernel.harness.Edits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.MovableClock;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.kube.Propagation;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.harness.Weir;
import io.weir.manager.workload.WorkloadView.Connected;
import io.weir.manager.workload.WorkloadView.Unreachable;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkloadClustersTest extends WorkloadStage {

  private final MemoryApiServer first = new MemoryApiServer();
  private final MemoryApiServer second = new MemoryApiServer();

  WorkloadClustersTest() throws IOException {
    super(Weir.inMemory());
    opened.add(plane);
    opened.add(first);
    opened.add(second);
  }

  @Override
  String newNamespace() {
    return "default";
  }

  @Test
  void aHeartbeatIsNoNewsAndReadinessIs() throws Exception {
    KubeClient admin = admin(first);
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected up = connected(cluster);
    String name = "node-" + namespace;
    ApiObject node = admin.create(node(name));
    told.await("node " + name + " new");

    ApiObject beating = Edits.status(admin, node, status -> ready(status, "Unknown", "12:00:01"));
    told.await("node " + name + " changed");
    ApiObject beat = Edits.status(admin, beating, status -> ready(status, "Unknown", "12:00:02"));
    ApiObject _ = Edits.status(admin, beat, status -> ready(status, "True", "12:00:03"));

    told.await("node " + name + " changed");
    WorkloadNode seen = up.nodes().byProviderId("test:///" + name).getFirst();
    assertThat(seen.facts().ready()).isTrue();
    assertThat(seen.object().at("/status/images").isMissingNode()).isTrue();
    new NodeWrites(up.client()).delete(seen);
    told.await("node " + name + " gone");
    assertThat(up.nodes().named(name)).isEmpty();
  }

  private static void ready(ObjectNode status, String value, String beat) {
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", value)
        .put("lastHeartbeatTime", "2026-01-01T" + beat + "Z")
        .put("lastTransitionTime", "2026-01-01T12:00:00Z");
    status.putArray("images").addObject().put("sizeBytes", 5).putArray("names").add("image");
  }

  @Test
  void anotherKubeconfigMakesAnotherConnectionAndNoneEndsIt() throws Exception {
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected before = connected(cluster);
    var name = new ObjectKey(namespace, "one-kubeconfig");
    ApiObject secret = user.client().get(GroupKind.SECRET, name).orElseThrow();
    String other = first.kubeconfig(TestClusters.account("at"), "system:masters");

    ApiObject changed =
        Edits.edit(
            user.client(),
            secret,
            tree -> tree.set("data", Objects.kubeconfig(namespace, "one", other).path("data")));
    WorkloadView after =
        await(
            cluster,
            view -> view instanceof Connected up && !up.kubeconfig().equals(before.kubeconfig()));
    user.client().delete(changed, Propagation.BACKGROUND);

    assertThat(after).isInstanceOf(Connected.class);
    Unreachable gone = unreachable(cluster, Cause.NO_KUBECONFIG);
    assertThat(gone.why()).contains("there is no Secret " + name);
  }

  @Test
  void aKubeconfigReplacedByForceOrGoneWithItsClusterKeepsTheConnection() throws Exception {
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected before = connected(cluster);
    clock.hold(); // there is a moment's grace only
    removeKubeconfig("one");
    ApiObject _ =
        user.client().create(Objects.kubeconfig(namespace, "one", before.kubeconfig().text()));
    clock.goOn();
    ApiObject going =
        Edits.edit(
            user.client(),
            user.client().get(GroupKind.CLUSTER, cluster).orElseThrow(),
            tree -> Metadata.addFinalizer(tree, "example.org/held"));
    user.client().delete(going, Propagation.BACKGROUND);
    ApiObject _ = weir.sees(GroupKind.CLUSTER, cluster, ApiObject::deleting);
    removeKubeconfig("one");

    ObjectKey later =
        attach("two", second.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected _ = connected(later);
    removeKubeconfig("two");
    Unreachable _ = unreachable(later, Cause.NO_KUBECONFIG);

    assertThat(connected(cluster).client()).isSameAs(before.client());
  }

  private void removeKubeconfig(String cluster) {
    var name = new ObjectKey(namespace, cluster + "-kubeconfig");
    user.client()
        .delete(user.client().get(GroupKind.SECRET, name).orElseThrow(), Propagation.BACKGROUND);
  }

  @Test
  void aServerThatIsDownLeavesItsNodesKnownAndIsFoundAgain() throws Exception {
    KubeClient admin = admin(first);
    ApiObject _ = admin.create(node("stays"));
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected _ = connected(cluster);

    first.killApiServer();
    Unreachable down = unreachable(cluster, Cause.SILENT);
    first.startApiServer();
    Connected up = connected(cluster);

    assertThat(down.why()).contains(first.server().toString(), "does not answer");
    assertThat(down.nodes().named("stays")).isPresent();
    assertThat(up.nodes().named("stays")).isPresent();
  }

  @Test
  void aLookFindsAServerThatIsBackWithoutThePauseAfterTheLastTry() throws Exception {
    WorkloadClusters seldom = seldom();
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    told.await("reachability of one");
    assertThat(seldom.view(cluster)).isInstanceOf(Connected.class);
    first.killApiServer();
    told.await("reachability of one");
    var down = (Unreachable) seldom.view(cluster);

    seldom.look(cluster);
    told.await("in vain: one");
    var still = (Unreachable) seldom.view(cluster);
    first.startApiServer();
    seldom.look(cluster);
    told.await("reachability of one");

    assertThat(still.tried()).isAfter(down.tried());
    assertThat(still.since()).isEqualTo(down.since());
    assertThat(seldom.view(cluster)).isInstanceOf(Connected.class);
  }

  /** Connections that by themselves would not try again within an hour. */
  private WorkloadClusters seldom() {
    weir.close(); // it would tell too
    var settings =
        new WorkloadSettings(
            Duration.ofHours(2),
            Duration.ofHours(2),
            Duration.ofMillis(100),
            Duration.ofSeconds(3),
            Duration.ofSeconds(90));
    var clusters =
        new WorkloadClusters(
            user,
            user.cache(GroupKind.SECRET, LabelSelector.exists(Keys.CLUSTER_NAME)),
            WatchFilter.NONE,
            settings,
            RequestListener.NONE,
            new MovableClock());
    opened.add(clusters);
    opened.add(clusters.controller());
    clusters.subscribe(told);
    clusters.controller().start();
    return clusters;
  }

  @Test
  void aServerThatNeverAnswersHoldsNobodyUp() throws Exception {
    String silent =
        first
            .kubeconfig(TestClusters.account("at"), "system:masters")
            .replace(first.server().toString(), "https://127.0.0.1:1");
    ObjectKey down = attach("down", silent);
    Unreachable _ = unreachable(down, Cause.SILENT);

    ObjectKey up = attach("up", first.kubeconfig(TestClusters.account("at"), "system:masters"));

    assertThat(connected(up).version()).startsWith("v1.");
    assertThat(weir.workloads().view(down)).isInstanceOf(Unreachable.class);
  }
}
