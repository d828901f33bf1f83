package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.CircuitBreaker;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.harness.TestManager;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WorkloadConnectionsTest extends WorkloadConnectionFixture {

  /** One request of a second is enough. */
  private static final CircuitBreaker.Settings IMPATIENT =
      new CircuitBreaker.Settings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          CircuitBreaker.Settings.DEFAULT.pauses());

  private final MemoryApiServer first = new MemoryApiServer();
  private final MemoryApiServer second = new MemoryApiServer();

  WorkloadConnectionsTest() throws IOException {
    super(TestManager.inMemory());
    opened.add(apiServer);
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
    reported.await("node " + name + " new");

    ApiObject beating =
        RetriedEdits.editStatus(admin, node, status -> ready(status, "Unknown", "12:00:01"));
    reported.await("node " + name + " changed");
    ApiObject beat =
        RetriedEdits.editStatus(admin, beating, status -> ready(status, "Unknown", "12:00:02"));
    ApiObject _ = RetriedEdits.editStatus(admin, beat, status -> ready(status, "True", "12:00:03"));

    reported.await("node " + name + " changed");
    WorkloadNode seen = up.nodes().byProviderId("test:///" + name).getFirst();
    assertThat(seen.facts().ready()).isTrue();
    assertThat(seen.object().at("/status/images").isMissingNode()).isTrue();
    new NodeWriter(up.client(), cluster).delete(seen);
    reported.await("node " + name + " gone");
    assertThat(up.nodes().byName(name)).isEmpty();
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
  void aClusterThatIsNotLookedAtIsExcusedForAMinuteOnly() throws Exception {
    var unwatched = new ObjectKey(namespace, "unwatched");
    clock.freeze();
    var first = (Unreachable) weir.workloads().state(unwatched);

    clock.advance(WorkloadClusterAccess.CONNECTS_WITHIN);

    assertThat(first.cause()).isEqualTo(ConnectionFailureCause.CONNECTING);
    assertThat(weir.workloads().state(unwatched))
        .isInstanceOfSatisfying(
            Unreachable.class,
            late -> {
              assertThat(late.cause()).isEqualTo(ConnectionFailureCause.NO_KUBECONFIG);
              assertThat(late.message())
                  .contains("Secret " + unwatched + "-kubeconfig has not been read within 60 s");
            });
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
        RetriedEdits.edit(
            user.client(),
            secret,
            tree -> tree.set("data", TestObjects.kubeconfig(namespace, "one", other).path("data")));
    WorkloadClusterState after =
        await(
            cluster,
            view -> view instanceof Connected up && !up.kubeconfig().equals(before.kubeconfig()));
    user.client().delete(changed, PropagationPolicy.BACKGROUND);

    assertThat(after).isInstanceOf(Connected.class);
    Unreachable gone = unreachable(cluster, ConnectionFailureCause.NO_KUBECONFIG);
    assertThat(gone.message()).contains("there is no Secret " + name);
  }

  @Test
  void aKubeconfigReplacedByForceOrGoneWithItsClusterKeepsTheConnection() throws Exception {
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected before = connected(cluster);
    clock.freeze(); // there is a moment's grace only
    removeKubeconfig("one");
    ApiObject _ =
        user.client().create(TestObjects.kubeconfig(namespace, "one", before.kubeconfig().text()));
    clock.unfreeze();
    ApiObject going =
        RetriedEdits.edit(
            user.client(),
            user.client().get(GroupKind.CLUSTER, cluster).orElseThrow(),
            tree -> MetadataEdits.addFinalizer(tree, "example.org/held"));
    user.client().delete(going, PropagationPolicy.BACKGROUND);
    ApiObject _ = weir.awaitSeen(GroupKind.CLUSTER, cluster, ApiObject::isDeleting);
    removeKubeconfig("one");

    ObjectKey later =
        attach("two", second.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected _ = connected(later);
    removeKubeconfig("two");
    Unreachable _ = unreachable(later, ConnectionFailureCause.NO_KUBECONFIG);

    assertThat(connected(cluster).client()).isSameAs(before.client());
  }

  @Test
  void aKubeconfigGoneWithItsNamespaceKeepsTheConnectionHoweverLateItsClusterIsDeleted()
      throws Exception {
    ObjectNode held =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Namespace",
             "metadata": {"name": "%s", "finalizers": ["example.org/content"]}}
            """
                .formatted(namespace));
    KubeClient admin = admin(apiServer);
    ApiObject going = admin.create(held);
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected before = connected(cluster);
    admin.delete(going, PropagationPolicy.BACKGROUND);
    AuditLog.Mark here = apiServer.auditLog().mark();
    removeKubeconfig("one");
    awaitNamespaceRead(here);

    AuditLog.Mark later = apiServer.auditLog().mark();
    weir.advanceClock(Duration.ofHours(1), cluster);
    awaitNamespaceRead(later); // what the first read led to is done

    assertThat(connected(cluster).client()).isSameAs(before.client());
  }

  private void awaitNamespaceRead(AuditLog.Mark since) throws Exception {
    Predicate<AuditRecord> read =
        record ->
            record.user().equals(weir.account())
                && record.verb().equals("get")
                && record.resource().equals("namespaces");
    assertThat(apiServer.auditLog().await(since, read, Duration.ofMinutes(1))).isPresent();
  }

  private void removeKubeconfig(String cluster) {
    var name = new ObjectKey(namespace, cluster + "-kubeconfig");
    user.client()
        .delete(
            user.client().get(GroupKind.SECRET, name).orElseThrow(), PropagationPolicy.BACKGROUND);
  }

  @Test
  void aServerThatIsDownLeavesItsNodesKnownAndIsFoundAgain() throws Exception {
    KubeClient admin = admin(first);
    ApiObject _ = admin.create(node("stays"));
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    Connected _ = connected(cluster);

    first.killApiServer();
    Unreachable down = unreachable(cluster, ConnectionFailureCause.SILENT);
    first.startApiServer();
    Connected up = connected(cluster);

    assertThat(down.message()).contains(first.server().toString(), "does not answer");
    assertThat(down.nodes().byName("stays")).isPresent();
    assertThat(up.nodes().byName("stays")).isPresent();
  }

  @Test
  void aLookFindsAServerThatIsBackWithoutThePauseAfterTheLastTry() throws Exception {
    WorkloadConnections seldom = seldom();
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    reported.await("reachability of one");
    assertThat(seldom.state(cluster)).isInstanceOf(Connected.class);
    first.killApiServer();
    reported.await("reachability of one");
    var down = (Unreachable) seldom.state(cluster);

    seldom.retryConnection(cluster);
    reported.await("in vain: one");
    var still = (Unreachable) seldom.state(cluster);
    first.startApiServer();
    seldom.retryConnection(cluster);
    reported.await("reachability of one");

    assertThat(still.triedAt()).isAfter(down.triedAt());
    assertThat(still.since()).isEqualTo(down.since());
    assertThat(seldom.state(cluster)).isInstanceOf(Connected.class);
  }

  /** Connections that by themselves would not try again within an hour. */
  private WorkloadConnections seldom() {
    return connections(
        WorkloadClusterSettings.DEFAULT
            .at(TestManager.LOOPBACK)
            .paced(
                new ConnectionPacing(
                    Duration.ofHours(2),
                    Duration.ofHours(2),
                    Duration.ofMillis(100),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(90))));
  }

  @Tag("explore")
  @Test
  void aServerThatLetsWritesWaitIsAskedLessAndLessOftenAndThatIsToldOnce() throws Exception {
    WorkloadConnections clusters =
        connections(WorkloadClusterSettings.DEFAULT.at(TestManager.LOOPBACK).requesting(IMPATIENT));
    var told = new LinkedBlockingQueue<String>();
    clusters.subscribe(heldBackTo(told));
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    reported.await("reachability of one");
    KubeClient passes = ((Connected) clusters.state(cluster)).client();
    first.stallWrites();

    assertThat(WorkloadRequests.isHeldBack(refused(passes))).isFalse();
    assertThat(WorkloadRequests.isHeldBack(refused(passes))).isTrue();
    clock.advance(IMPATIENT.pauses().nominal(1));
    reported.await("reachability of one"); // passes are to try
    assertThat(WorkloadRequests.isHeldBack(refused(passes))).isFalse();
    clock.advance(IMPATIENT.pauses().nominal(1));
    assertThat(WorkloadRequests.isHeldBack(refused(passes))).isTrue();

    assertThat(first.stalledWrites()).isEqualTo(2);
    clock.advance(IMPATIENT.pauses().nominal(2));
    first.resumeWrites();
    assertThat(passes.create(node("one"))).isNotNull();
    assertThat(passes.create(node("another"))).isNotNull();
    assertThat(told).hasSize(2);
    assertThat(told.remove()).contains("https://127.0.0.1", "did not answer other requests");
    assertThat(told.remove()).isEqualTo("answered");
  }

  private static WorkloadClusterListener heldBackTo(Queue<String> told) {
    return new WorkloadClusterListener() {
      @Override
      public void requestsHeldBack(ObjectKey cluster, String why) {
        told.add(why);
      }

      @Override
      public void requestsAnswered(ObjectKey cluster) {
        told.add("answered");
      }
    };
  }

  private KubeException refused(KubeClient passes) {
    return catchThrowableOfType(KubeException.class, () -> passes.create(node("one")));
  }

  private WorkloadConnections connections(WorkloadClusterSettings settings) {
    weir.close(); // it would tell too
    var clusters =
        new WorkloadConnections(
            user,
            user.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME)),
            WatchFilter.NONE,
            settings,
            RequestListener.NONE,
            clock);
    opened.add(clusters);
    opened.add(clusters.controller());
    clusters.subscribe(reported);
    clusters.controller().start();
    return clusters;
  }

  @Test
  void aClusterWithMoreThanThereIsRoomForIsNotWatchedUntilItHasLessAndOthersAre() throws Exception {
    WorkloadConnections clusters =
        connections(
            WorkloadClusterSettings.DEFAULT
                .at(TestManager.LOOPBACK)
                .paced(
                    new ConnectionPacing(
                        Duration.ofMillis(100),
                        Duration.ofMillis(100),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(90)))
                .within(WorkloadMemory.ofAll(4 << 20)));
    ObjectKey large =
        attach("large", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    ObjectKey small =
        attach("small", second.kubeconfig(TestClusters.account("at"), "system:masters"));
    awaitState(clusters, small, state -> state instanceof Connected);
    awaitState(clusters, large, state -> state instanceof Connected);
    KubeClient admin = admin(first);
    for (int i = 0; i < 16; i++) {
      ObjectNode node = node("large-" + i);
      MetadataEdits.setAnnotation(node, "large", "x".repeat(200_000));
      ApiObject _ = admin.create(node);
    }

    awaitState(
        clusters,
        large,
        state ->
            state instanceof Unreachable down && down.cause() == ConnectionFailureCause.NO_ROOM);
    var without = (Unreachable) clusters.state(large);
    ApiObject _ = admin(second).create(node("there"));
    reported.await("node there new");

    assertThat(without.message())
        .startsWith("Secret " + large + "-kubeconfig, key value: the Nodes and join tokens of")
        .contains("more than the 3 MiB", "-Xmx");
    assertThat(without.nodes().all()).isEmpty();
    assertThat(without.nodes().areWatched()).isFalse();
    assertThat(clusters.state(small)).isInstanceOf(Connected.class);
    for (int i = 1; i < 16; i++) {
      admin.delete(
          admin.get(BuiltInKinds.NODE, new ObjectKey("", "large-" + i)).orElseThrow(),
          PropagationPolicy.BACKGROUND);
    }
    awaitState(clusters, large, state -> state instanceof Connected);
    assertThat(clusters.state(large).nodes().byName("large-0")).isPresent();
  }

  private void awaitState(
      WorkloadConnections clusters, ObjectKey cluster, Predicate<WorkloadClusterState> wanted)
      throws InterruptedException {
    while (!wanted.test(clusters.state(cluster))) {
      reported.await("reachability of " + cluster.name());
    }
  }

  @Test
  void whatNoRoleNeedsIsNotAskedFor() throws Exception {
    AuditLog log = first.auditLog();
    WorkloadConnections ofTokens =
        connections(
            WorkloadClusterSettings.DEFAULT
                .watching(new WorkloadWatches(false, true))
                .at(TestManager.LOOPBACK));
    ObjectKey cluster =
        attach("one", first.kubeconfig(TestClusters.account("at"), "system:masters"));
    reported.await("reachability of one");

    var up = (Connected) ofTokens.state(cluster);

    assertThat(up.nodes().all()).isEmpty();
    assertThat(up.tokens().all()).isEmpty();
    assertThat(log.since(AuditLog.beginning()))
        .extracting(AuditRecord::resource)
        .contains("secrets")
        .doesNotContain("nodes");
  }

  @Test
  void aServerAtAnAddressThatIsNotAllowedIsNotAsked() throws Exception {
    AuditLog log = first.auditLog();
    WorkloadConnections strict = connections(WorkloadClusterSettings.DEFAULT);
    String kubeconfig = first.kubeconfig(TestClusters.account("at"), "system:masters");
    ObjectKey byAddress = attach("address", kubeconfig);
    reported.await("reachability of address");
    ObjectKey byName = attach("name", kubeconfig.replace("127.0.0.1", "localhost"));
    reported.await("reachability of name");

    for (ObjectKey cluster : List.of(byAddress, byName)) {
      var refused = (Unreachable) strict.state(cluster);
      assertThat(refused.cause()).isEqualTo(ConnectionFailureCause.REFUSED);
      assertThat(refused.message())
          .startsWith("Secret " + cluster + "-kubeconfig, key value: server is at a loopback")
          .contains("--workload-cidr-allow");
    }
    assertThat(log.since(AuditLog.beginning())).isEmpty();
  }

  @Test
  void aServerThatNeverAnswersHoldsNobodyUp() throws Exception {
    String silent =
        first
            .kubeconfig(TestClusters.account("at"), "system:masters")
            .replace(first.server().toString(), "https://127.0.0.1:1");
    ObjectKey down = attach("down", silent);
    Unreachable _ = unreachable(down, ConnectionFailureCause.SILENT);

    ObjectKey up = attach("up", first.kubeconfig(TestClusters.account("at"), "system:masters"));

    assertThat(connected(up).version()).startsWith("v1.");
    assertThat(weir.workloads().state(down)).isInstanceOf(Unreachable.class);
  }
}
