package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Objects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.junit.Cluster;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.engine.noderef.NodeMarks;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.Cause;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.Edits;
import io.weir.kernel.harness.MovableClock;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.kube.Propagation;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.harness.Weir;
import io.weir.manager.workload.WorkloadView.Connected;
import io.weir.manager.workload.WorkloadView.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@WithControlPlane
class WorkloadClustersIT {

  private final ControlPlane plane;
  private final ControlPlane first;
  private final ControlPlane second;
  private final Told told = new Told();
  private final MovableClock clock = new MovableClock();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private String namespace = "";
  private KubeCluster user;
  private Weir weir;

  WorkloadClustersIT(
      ControlPlane plane,
      @Cluster("workload") ControlPlane first,
      @Cluster("workload-two") ControlPlane second) {
    this.plane = plane;
    this.first = first;
    this.second = second;
  }

  /** Remembers what it was told and lets tests wait for it. */
  private static final class Told implements WorkloadListener {
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

  @BeforeAll
  static void install(ControlPlane plane) throws Exception {
    Weir.install(plane);
  }

  @BeforeEach
  void start(@FreshNamespace String fresh) throws Exception {
    namespace = fresh;
    user =
        TestClusters.connect(
            plane, TestClusters.account("user"), WatchSettings.defaults().in(fresh));
    opened.add(user);
    weir = new Weir(plane, fresh, clock);
    opened.add(weir);
    weir.workloads().subscribe(told);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
  }

  private ObjectKey attach(String name, String kubeconfig) {
    ApiObject _ = user.client().create(Objects.kubeconfig(namespace, name, kubeconfig));
    return user.client().create(Objects.cluster(namespace, name)).key();
  }

  private WorkloadView await(ObjectKey cluster, Predicate<WorkloadView> wanted)
      throws InterruptedException {
    while (!wanted.test(weir.workloads().view(cluster))) {
      told.await("reachability of " + cluster.name());
    }
    return weir.workloads().view(cluster);
  }

  private Connected connected(ObjectKey cluster) throws InterruptedException {
    return (Connected) await(cluster, view -> view instanceof Connected);
  }

  private Unreachable unreachable(ObjectKey cluster, Cause cause) throws InterruptedException {
    return (Unreachable)
        await(cluster, view -> view instanceof Unreachable down && down.cause() == cause);
  }

  private KubeClient admin(ControlPlane of) throws Exception {
    KubeCluster cluster =
        TestClusters.connect(of, TestClusters.account("admin"), WatchSettings.defaults());
    opened.add(cluster);
    return cluster.client();
  }

  private ObjectNode node(String name) {
    return Objects.of(
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%1$s"},
         "spec": {"providerID": "test:///%1$s", "taints": [
           {"key": "node.cluster.x-k8s.io/uninitialized", "effect": "NoSchedule"},
           {"key": "theirs", "effect": "NoSchedule"}]}}
        """
            .formatted(name));
  }

  private static List<String> users(ControlPlane of, String account) throws Exception {
    return of.auditLog().since(AuditLog.beginning()).stream()
        .map(AuditRecord::user)
        .filter(account::equals)
        .distinct()
        .toList();
  }

  @Test
  void theClientsOfTwoClustersNeverMeet() throws Exception {
    String one = TestClusters.account("at-one");
    String two = TestClusters.account("at-two");
    ObjectKey a = attach("one", first.kubeconfig(one, "system:masters"));
    ObjectKey b = attach("two", second.kubeconfig(two, "system:masters"));
    String name = "node-" + namespace;
    ApiObject _ = admin(first).create(node(name));
    ApiObject _ = admin(second).create(node(name));
    Connected atFirst = connected(a);
    Connected atSecond = connected(b);

    new NodeWrites(atFirst.client())
        .mark(
            WorkloadNode.of(atFirst.client().get(BuiltIns.NODE, key(name)).orElseThrow()),
            new NodeMarks.Edit(
                NodeMarks.Difference.NONE,
                new NodeMarks.Difference(Map.of("at", "one"), Set.of()),
                true));

    ApiObject inFirst = atFirst.client().get(BuiltIns.NODE, key(name)).orElseThrow();
    ApiObject inSecond = atSecond.client().get(BuiltIns.NODE, key(name)).orElseThrow();
    assertThat(inFirst.annotation("at")).contains("one");
    assertThat(WorkloadNode.of(inFirst).taintKeys())
        .contains("theirs")
        .doesNotContain(NodeMarks.UNINITIALIZED_TAINT);
    assertThat(inSecond.annotation("at")).isEmpty();
    assertThat(users(first, two)).isEmpty();
    assertThat(users(second, one)).isEmpty();
    assertThat(users(first, one)).hasSize(1);
    admin(first).delete(inFirst, Propagation.BACKGROUND);
    admin(second).delete(inSecond, Propagation.BACKGROUND);
  }

  private static ObjectKey key(String node) {
    return new ObjectKey("", node);
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
  void aServerThatIsDownLeavesItsNodesKnownAndIsFoundAgain(
      @Cluster("restarted") ControlPlane restarted) throws Exception {
    KubeClient admin = admin(restarted);
    ApiObject _ = admin.create(node("stays"));
    ObjectKey cluster =
        attach("one", restarted.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected _ = connected(cluster);

    restarted.killApiServer();
    Unreachable down = unreachable(cluster, Cause.SILENT);
    restarted.startApiServer();
    Connected up = connected(cluster);

    assertThat(down.why()).contains(restarted.server().toString(), "does not answer");
    assertThat(down.nodes().named("stays")).isPresent();
    assertThat(up.nodes().named("stays")).isPresent();
  }

  @Test
  void aLookFindsAServerThatIsBackWithoutThePauseAfterTheLastTry(
      @Cluster("looked-at") ControlPlane restarted) throws Exception {
    WorkloadClusters seldom = seldom();
    ObjectKey cluster =
        attach("one", restarted.kubeconfig(TestClusters.account("at"), "system:masters"));
    told.await("reachability of one");
    assertThat(seldom.view(cluster)).isInstanceOf(Connected.class);
    restarted.killApiServer();
    told.await("reachability of one");
    var down = (Unreachable) seldom.view(cluster);

    seldom.look(cluster);
    told.await("in vain: one");
    var still = (Unreachable) seldom.view(cluster);
    restarted.startApiServer();
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
