package io.weir.manager.drain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.engine.audit.AuditLine;
import io.weir.engine.drain.DrainLimits;
import io.weir.engine.drain.DrainPod;
import io.weir.engine.drain.DrainRules;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.workload.FakeWorkloadCluster;
import io.weir.manager.workload.WorkloadClusterState;
import io.weir.pass.NodeDrains;
import io.weir.provider.PoolNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeDrainerTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final DrainPace FAST =
      new DrainPace(Duration.ofMillis(5), Duration.ofMillis(20), 2, 4);
  private static final DrainingPool POOL =
      new DrainingPool(
          new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool"),
          new ObjectKey("default", "workers"),
          "pool-uid",
          new ObjectKey("default", "demo"));

  private final BlockingQueue<ObjectKey> news = new LinkedBlockingQueue<>();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<String> audited = new CopyOnWriteArrayList<>();
  private volatile Instant now = NOW;
  private final AtomicLong nanos = new AtomicLong();
  private volatile Duration perLook = Duration.ZERO;
  private volatile DrainRulesState rules = new DrainRulesState.Known(DrainRules.NONE);
  private MemoryApiServer server;
  private FakeWorkloadCluster cluster;
  private NodeDrainer drainer;

  @BeforeEach
  void start() throws Exception {
    server = new MemoryApiServer(InstantSource.fixed(NOW));
    cluster = FakeWorkloadCluster.of(server, "none");
    drainer =
        new NodeDrainer(
            cluster, () -> now, this::tick, FAST, event -> audited.add(AuditLine.of(event)));
    create("Node", "v1", "", "node-1", Json.MAPPER.createObjectNode());
  }

  private long tick() {
    return nanos.addAndGet(perLook.toNanos());
  }

  @AfterEach
  void stop() {
    drainer.close();
    server.close();
  }

  @Test
  void aNodeIsCordonedMarkedAndEmptied() throws Exception {
    pod("web");
    follow(DrainLimits.NONE);
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    assertThat(server.storedObjects("pods")).isEmpty();
    assertThat(node().at("/spec/unschedulable").asBoolean()).isTrue();
    assertThat(node().annotation(MetadataKeys.NODE_LEAVING)).contains("default/workers");
    assertThat(told).contains("started node-1", "drained node-1: drained");
  }

  @Test
  void aBudgetHoldsADrainAndIsNamedUntilItLetsGo() throws Exception {
    pod("web");
    server.holdEvictions(Optional.of("web"));
    String held = "1 pod left: default/web (held by PodDisruptionBudget default/web)";
    awaitProgress(() -> follow(DrainLimits.NONE), progress -> progress.message().equals(held));
    assertThat(follow(DrainLimits.NONE).done()).isFalse();
    server.holdEvictions(Optional.empty());
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
  }

  @Test
  void anAuditorReadsOfEachCordonAndEvictionOnceAndOfARefusalWhenItBeginsOrIsOfAnotherKind()
      throws Exception {
    pod("web");
    server.holdEvictions(Optional.of("web"));
    awaitProgress(
        () -> follow(DrainLimits.NONE), progress -> progress.message().contains("default/web)"));
    server.holdEvictions(Optional.of("all"));
    awaitProgress(
        () -> follow(DrainLimits.NONE), progress -> progress.message().contains("default/all)"));
    server.holdEvictions(Optional.empty());
    server.forbid("create", "pods");
    awaitProgress(
        () -> follow(DrainLimits.NONE), progress -> !progress.message().contains("held by"));
    server.permit();
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    restore();
    awaitNews(() -> audited.stream().anyMatch(line -> line.contains("NodeUncordoned")));

    assertThat(audited.stream().map(line -> line.replaceAll(" uid=[^ ]+", "")))
        .containsExactly(
            "event=NodeCordoned kind=Node name=node-1 cluster=default/demo pool=default/workers",
            "event=PodEvictionRefused kind=Pod namespace=default name=web cluster=default/demo"
                + " node=node-1 reason=\"held by PodDisruptionBudget default/web\"",
            "event=PodEvictionRefused kind=Pod namespace=default name=web cluster=default/demo"
                + " node=node-1 reason=\"cannot evict Pod default/web: pods is forbidden: User"
                + " \\\"test\\\" cannot create resource \\\"pods\\\" in API group \\\"\\\"\"",
            "event=PodEvicted kind=Pod namespace=default name=web cluster=default/demo node=node-1"
                + " outcome=done",
            "event=NodeUncordoned kind=Node name=node-1 cluster=default/demo pool=default/workers");
  }

  @Test
  void aDrainEndsWhenItsTimeIsOver() throws Exception {
    pod("web");
    server.holdEvictions(Optional.of("web"));
    var limits = limits(Optional.of(Duration.ofMinutes(5)), Optional.empty());
    awaitProgress(() -> follow(limits), progress -> progress.message().contains("held by"));
    now = NOW.plus(Duration.ofMinutes(5));
    String over = "the drain time of 300 s is over: 1 pod left: default/web";
    awaitProgress(() -> follow(limits), new NodeDrains.Progress(true, over)::equals);
    assertThat(server.storedObjects("pods")).hasSize(1);
    assertThat(told).contains("timedOut node-1: " + over);
  }

  @Test
  void aRuleThatSkipsAPodLeavesItAndOnlyIt() throws Exception {
    pod("agent");
    pod("web");
    rules = rule("Skip", "{'selector': {'matchLabels': {'app': 'agent'}}}");

    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);

    assertThat(server.storedObjects("pods")).extracting(ApiObject::name).containsExactly("agent");
  }

  @Test
  void aPodThatARuleWaitsForIsNotEvictedUntilTheRuleIsAnother() throws Exception {
    pod("job");
    rules = rule("WaitCompleted", "{'selector': {'matchLabels': {'app': 'job'}}}");
    awaitProgress(
        () -> follow(DrainLimits.NONE),
        new NodeDrains.Progress(
                false, "1 pod left: default/job (waits for completion by MachineDrainRule rule)")
            ::equals);
    assertThat(server.storedObjects("pods")).hasSize(1);

    rules = new DrainRulesState.Known(DrainRules.NONE);

    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    assertThat(server.storedObjects("pods")).isEmpty();
  }

  @Test
  void aServerThatAnswersSlowlyEndsARoundAndNotTheDrain() throws Exception {
    for (int i = 0; i < 20; i++) {
      pod("web-" + i);
    }
    perLook = Duration.ofSeconds(2);

    awaitProgress(
        () -> follow(DrainLimits.NONE),
        new NodeDrains.Progress(
                false,
                "the workload cluster answers too slowly: more than 30 s in one look at the Node")
            ::equals);
    assertThat(server.storedObjects("pods")).hasSize(20);

    perLook = Duration.ZERO;
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    assertThat(server.storedObjects("pods")).isEmpty();
  }

  @Test
  void evictionsOfASlowServerGoOnInTheNextRound() throws Exception {
    for (int i = 0; i < 20; i++) {
      pod("web-" + i);
    }
    perLook = Duration.ofSeconds(1);

    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);

    assertThat(server.storedObjects("pods")).isEmpty();
  }

  @Test
  void thoseThatMayNotGoYetDoNotUseUpTheTimeOfTheOthers() throws Exception {
    pod("a");
    pod("b");
    server.holdEvictions(Optional.of("web"));
    perLook = Duration.ofSeconds(7); // a page, the two Pods on it, and then one eviction a round

    awaitProgress(
        () -> follow(DrainLimits.NONE),
        progress ->
            progress.message().contains("default/a (held by")
                && progress.message().contains("default/b (not asked yet, as the workload"));
    awaitProgress(
        () -> follow(DrainLimits.NONE), progress -> progress.message().contains("default/b (held"));
  }

  @Test
  void aPodThatWentByItselfIsNotAuditedAsEvicted() throws Exception {
    pod("web");
    var connected = (WorkloadClusterState.Connected) cluster.state(POOL.cluster());
    var occupants =
        new NodeOccupants(connected.client(), "node-1", new RoundBudget(System::nanoTime));
    List<DrainPod> pods = occupants.pods(DrainRules.NONE);
    connected
        .client()
        .delete(server.storedObjects("pods").getFirst(), PropagationPolicy.BACKGROUND);

    occupants.evict(
        pods,
        Optional.empty(),
        new DrainAudit(
            event -> audited.add(AuditLine.of(event)), POOL, poolNode(), new AtomicInteger()));

    assertThat(pods).hasSize(1);
    assertThat(audited).isEmpty();
  }

  @Test
  void aRuleForPodsOfSomeNamespacesAsksForTheirLabels() throws Exception {
    ObjectNode namespace = Json.MAPPER.createObjectNode();
    namespace.withObject("/metadata/labels").put("team", "storage");
    create("Namespace", "v1", "", "data", namespace);
    ObjectNode pod = Json.MAPPER.createObjectNode();
    pod.withObject("/spec").put("nodeName", "node-1");
    create("Pod", "v1", "data", "db", pod);
    pod("web");
    rules = rule("Skip", "{'namespaceSelector': {'matchLabels': {'team': 'storage'}}}");

    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);

    assertThat(server.storedObjects("pods")).extracting(ApiObject::name).containsExactly("db");
  }

  @Test
  void noPodIsEvictedWhileRulesAreUnknownButTimeGoesOn() throws Exception {
    pod("web");
    rules = new DrainRulesState.Unknown("it is not known yet");
    var limits = limits(Optional.of(Duration.ofMinutes(5)), Optional.empty());
    awaitProgress(
        () -> follow(limits), new NodeDrains.Progress(false, "it is not known yet")::equals);
    assertThat(server.storedObjects("pods")).hasSize(1);

    now = NOW.plus(Duration.ofMinutes(5));

    awaitProgress(() -> follow(limits), NodeDrains.Progress::done);
    assertThat(follow(limits).message())
        .isEqualTo("the drain time of 300 s is over: it is not known yet");
    assertThat(server.storedObjects("pods")).hasSize(1);
  }

  @Test
  void anUnreachableClusterIsNoDrainedNodeButTimeGoesOn() throws Exception {
    cluster.stopAnswering(NOW);
    var limits = limits(Optional.of(Duration.ofMinutes(5)), Optional.empty());
    awaitProgress(
        () -> follow(limits),
        new NodeDrains.Progress(false, "the workload cluster cannot be reached")::equals);
    now = NOW.plus(Duration.ofMinutes(5));
    awaitProgress(() -> follow(limits), NodeDrains.Progress::done);
  }

  @Test
  void volumesAreAwaitedUnlessTheirPodsStay() throws Exception {
    ObjectNode staying = Json.MAPPER.createObjectNode();
    staying.withObject("/metadata/labels").put("cluster.x-k8s.io/drain", "skip");
    staying.withObject("/spec").put("nodeName", "node-1");
    staying
        .withObject("/spec")
        .putArray("volumes")
        .addObject()
        .putObject("persistentVolumeClaim")
        .put("claimName", "logs");
    create("Pod", "v1", "default", "agent", staying);
    ObjectNode claim = Json.MAPPER.createObjectNode();
    claim.withObject("/spec").put("volumeName", "pv-logs");
    create("PersistentVolumeClaim", "v1", "default", "logs", claim);
    attachment("a", "pv-logs");
    ApiObject data = attachment("b", "pv-data");
    awaitProgress(
        () -> follow(DrainLimits.NONE),
        progress -> progress.message().equals("1 volume attached: pv-data"));
    server.client().delete(data, PropagationPolicy.BACKGROUND);
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    assertThat(server.storedObjects("pods")).hasSize(1);
  }

  @Test
  void volumesAreAwaitedForTheirOwnTime() throws Exception {
    attachment("b", "pv-data");
    var limits = limits(Optional.empty(), Optional.of(Duration.ofMinutes(1)));
    awaitProgress(() -> follow(limits), progress -> progress.message().contains("attached"));
    now = NOW.plus(Duration.ofMinutes(1));
    awaitProgress(() -> follow(limits), NodeDrains.Progress::done);
    assertThat(follow(limits).message())
        .isEqualTo("the volume detach time of 60 s is over: 1 volume attached: pv-data");
  }

  @Test
  void aNodeIsGivenBackWithItsMark() throws Exception {
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    restore();
    awaitNews(() -> node().annotation(MetadataKeys.NODE_LEAVING).isEmpty());
    assertThat(node().at("/spec/unschedulable").asBoolean()).isFalse();
  }

  @Test
  void theCordonOfPeopleStaysWhenANodeIsGivenBack() throws Exception {
    server.client().edit(node(), tree -> tree.withObject("/spec").put("unschedulable", true));
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    assertThat(node().annotation(MetadataKeys.NODE_LEAVING))
        .contains("default/workers,cordoned-before");
    restore();
    awaitNews(() -> node().annotation(MetadataKeys.NODE_LEAVING).isEmpty());
    assertThat(node().at("/spec/unschedulable").asBoolean()).isTrue();
  }

  @Test
  void aNodeThatIsMarkedIsNotWrittenAgainByAnotherProcess() throws Exception {
    awaitProgress(() -> follow(DrainLimits.NONE), NodeDrains.Progress::done);
    String version = node().resourceVersion();
    try (var next = new NodeDrainer(cluster, () -> now, FAST, _ -> {})) {
      awaitProgress(() -> follow(next, DrainLimits.NONE), NodeDrains.Progress::done);
    }
    assertThat(node().resourceVersion()).isEqualTo(version);
    assertThat(told).containsOnlyOnce("started node-1");
  }

  private void awaitProgress(
      Supplier<NodeDrains.Progress> asked, Predicate<NodeDrains.Progress> wanted)
      throws InterruptedException {
    awaitNews(() -> wanted.test(asked.get()));
  }

  /** Looks again whenever the drainer has news. */
  private void awaitNews(BooleanSupplier wanted) throws InterruptedException {
    while (!wanted.getAsBoolean()) {
      assertThat(news.poll(20, TimeUnit.SECONDS)).as("news of the drain").isNotNull();
    }
  }

  private NodeDrains.Progress follow(DrainLimits limits) {
    return follow(drainer, limits);
  }

  private NodeDrains.Progress follow(NodeDrainer by, DrainLimits limits) {
    NodeDrains drains = drains(by, limits);
    drains.follow(List.of(new NodeDrains.Drain("i-1", poolNode(), NOW)), List.of());
    return drains.progress().getOrDefault("i-1", new NodeDrains.Progress(false, ""));
  }

  private void restore() {
    drains(drainer, DrainLimits.NONE).follow(List.of(), List.of(poolNode()));
  }

  private NodeDrains drains(NodeDrainer by, DrainLimits limits) {
    return by.of(POOL, new DrainTerms(limits, () -> rules), new Listener());
  }

  private static DrainLimits limits(Optional<Duration> drain, Optional<Duration> volumes) {
    return new DrainLimits(drain, volumes, false, false);
  }

  /** One for all machines. */
  private static DrainRulesState rule(String behavior, String pods) {
    ObjectNode tree =
        TestObjects.parse(
            "{'metadata': {'name': 'rule'}, 'spec': {'drain': {'behavior': '%s'}, 'pods': [%s]}}"
                .formatted(behavior, pods)
                .replace('\'', '"'));
    return new DrainRulesState.Known(
        DrainRules.of(List.of(new ApiObject(tree)), Map.of(), Map.of()));
  }

  private PoolNode poolNode() {
    ApiObject node = node();
    return new PoolNode(
        node.name(),
        node.uid(),
        "",
        Map.of(),
        Optional.empty(),
        "",
        false,
        List.of(),
        node.annotations());
  }

  private ApiObject node() {
    return server.client().get(BuiltInKinds.NODE, new ObjectKey("", "node-1")).orElseThrow();
  }

  private void pod(String name) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.withObject("/metadata/labels").put("app", name);
    tree.withObject("/spec").put("nodeName", "node-1");
    create("Pod", "v1", "default", name, tree);
  }

  private ApiObject attachment(String name, String volume) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.withObject("/spec").put("nodeName", "node-1");
    tree.withObject("/spec/source").put("persistentVolumeName", volume);
    return create("VolumeAttachment", "storage.k8s.io/v1", "", name, tree);
  }

  private ApiObject create(
      String kind, String version, String namespace, String name, ObjectNode tree) {
    tree.put("apiVersion", version).put("kind", kind);
    tree.withObject("/metadata").put("name", name);
    if (!namespace.isEmpty()) {
      tree.withObject("/metadata").put("namespace", namespace);
    }
    return server.client().create(tree);
  }

  private final class Listener implements DrainListener {
    @Override
    public boolean exists(DrainingPool pool) {
      return true;
    }

    @Override
    public void progressed(ObjectKey pool) {
      news.add(pool);
    }

    @Override
    public void started(ObjectKey pool, String node) {
      told.add("started " + node);
    }

    @Override
    public void drained(ObjectKey pool, String node, String message) {
      told.add("drained " + node + ": " + message);
    }

    @Override
    public void timedOut(ObjectKey pool, String node, String message) {
      told.add("timedOut " + node + ": " + message);
    }
  }
}
