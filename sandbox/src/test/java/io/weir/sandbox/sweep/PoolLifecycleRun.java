package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.sandbox.SimulatedControlPlaneProvider;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.watchman.Property;
import io.weir.sandbox.watchman.Watchman;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One pool with a namespace and a cloud of its own. */
final class PoolLifecycleRun implements AutoCloseable {

  /** The name of the pool. */
  static final String POOL = "workers";

  private static final int TRIES = 50;
  private static final Duration MOMENT = Duration.ofMillis(100);
  private final SharedApiServer sharedApiServer;
  private final String name;
  private final ApiServerAccess apiServerAccess;
  private final TestCloud testCloud;
  private final CloudInventory instances;
  private final WatchWaiter watchWaiter;

  /**
   * A lifecycle that has not begun; its cluster exists.
   *
   * @param name of lower-case letters and digits, used by no other lifecycle on the API server
   */
  PoolLifecycleRun(SharedApiServer sharedApiServer, String name, TestCloudType testCloudType) {
    this(sharedApiServer, name, testCloudType, sharedApiServer.access());
  }

  /** The same, whose managers go another way to the API server. */
  PoolLifecycleRun(
      SharedApiServer sharedApiServer,
      String name,
      TestCloudType testCloudType,
      ApiServerAccess apiServerAccess) {
    this.sharedApiServer = sharedApiServer;
    this.name = name;
    this.apiServerAccess = apiServerAccess;
    testCloud = testCloudType.newCloud(sharedApiServer, name);
    instances = testCloud.instances();
    sharedApiServer.addCloud(instances);
    sharedApiServer.watchman().follow(name, testCloud.cloud());
    watchWaiter = new WatchWaiter(sharedApiServer, this::mine);
    sharedApiServer.createNamespace(name);
    ApiObject _ =
        sharedApiServer
            .kube()
            .client()
            .apply(
                KubeconfigSecrets.of(
                    new ObjectKey(name, ExamplePools.CLUSTER), apiServerAccess.workload()));
    testCloud.cluster().forEach(this::apply);
    if (testCloudType == TestCloudType.KAPSULE) {
      new SimulatedControlPlaneProvider(
              sharedApiServer.kube().client(), sharedApiServer.controlPlane().server())
          .initialize(new ObjectKey(name, ExamplePools.CLUSTER));
    }
  }

  String name() {
    return name;
  }

  /** Who follows it. */
  Watchman watchman() {
    return sharedApiServer.watchman();
  }

  SimulatedCloud cloud() {
    return testCloud.cloud();
  }

  /** The arguments of this lifecycle's managers. */
  List<String> arguments(String lease) {
    return arguments(lease, Duration.ofMillis(100));
  }

  /**
   * The same.
   *
   * @param soon how soon the cloud is observed after a write; what settles takes some of that
   */
  List<String> arguments(String lease, Duration soon) {
    return List.of(
        "--kubeconfig=" + apiServerAccess.management(),
        "--namespace=" + name,
        "--lease-namespace=" + sharedApiServer.leaseNamespace(),
        "--lease-name=" + lease,
        "--concurrency=4",
        // Many managers at once cannot all be the one that the API server asks.
        "--no-webhooks",
        "--health-addr=127.0.0.1:0",
        "--workload-cidr-allow=127.0.0.0/8,::1/128",
        "--observe-soon=" + soon.toMillis() + "ms",
        "--observe-busy=" + Math.max(400, soon.toMillis()) + "ms",
        "--observe-idle=3s",
        testCloud.managerArgument());
  }

  /** Does what people do, who try again when nobody answers. */
  void startPhase(LifecyclePhase lifecyclePhase) throws InterruptedException {
    if (testCloud.drains()) {
      patiently(this::occupyNodes);
    }
    patiently(() -> ask(lifecyclePhase));
  }

  /** Runs a Pod on each Node that has none. */
  private void occupyNodes() {
    for (ApiObject node : sharedApiServer.cache(BuiltInKinds.NODE).list()) {
      if (testCloud.ownsNode(node)) {
        ObjectNode pod = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.withObject("/metadata").put("namespace", name).put("name", node.name());
        pod.withObject("/spec")
            .put("nodeName", node.name())
            // Nobody runs it, or would say that it has ended.
            .put("terminationGracePeriodSeconds", 0)
            .putArray("containers")
            .addObject()
            .put("name", "main")
            .put("image", "example.org/nothing");
        apply(pod);
      }
    }
  }

  /** Pods whose Nodes have gone and which nobody has evicted before; of none if nobody drains. */
  List<String> lostPods() {
    Set<String> nodes =
        sharedApiServer.cache(BuiltInKinds.NODE).list().stream()
            .map(ApiObject::name)
            .collect(Collectors.toSet());
    return sharedApiServer
        .kube()
        .client()
        .list(BuiltInKinds.POD, name, ObjectSelector.everything())
        .stream()
        .map(ApiObject::name)
        .filter(Predicate.not(nodes::contains))
        .toList();
  }

  /** Asks for a size, as patiently. */
  void resize(int replicas) throws InterruptedException {
    patiently(() -> change(sized(replicas)));
  }

  private static void patiently(Runnable asking) throws InterruptedException {
    for (int i = 1; ; i++) {
      try {
        asking.run();
        return;
      } catch (KubeException.Conflict | KubeException.Unavailable failure) {
        if (i == TRIES) {
          throw failure;
        }
        Thread.sleep(MOMENT.multipliedBy(3));
      }
    }
  }

  private void ask(LifecyclePhase lifecyclePhase) {
    switch (lifecyclePhase) {
      case CREATE -> testCloud.pool(POOL, lifecyclePhase.replicas()).forEach(this::apply);
      case GROW, SHRINK -> change(sized(lifecyclePhase.replicas()));
      case CHANGE, UPGRADE, CHANGE_IN_PLACE, REVERT_IN_PLACE ->
          change(testCloud.editFor(lifecyclePhase));
      case DELETE -> sharedApiServer.kube().client().delete(pool(), PropagationPolicy.BACKGROUND);
    }
  }

  private static TestCloud.Edit sized(int replicas) {
    return new TestCloud.Edit(GroupKind.MACHINE_POOL, spec -> spec.put("replicas", replicas));
  }

  private void change(TestCloud.Edit edit) {
    ApiObject now =
        sharedApiServer.kube().client().get(edit.kind(), new ObjectKey(name, POOL)).orElseThrow();
    ApiObject _ =
        sharedApiServer
            .kube()
            .client()
            .edit(now, tree -> edit.spec().accept(tree.withObject("/spec")));
  }

  private ApiObject pool() {
    return sharedApiServer
        .kube()
        .client()
        .get(GroupKind.MACHINE_POOL, new ObjectKey(name, POOL))
        .orElseThrow();
  }

  /** Waits until the phase has come to its end, as people see it. */
  boolean awaitPhaseEnd(LifecyclePhase lifecyclePhase, Duration patience)
      throws InterruptedException {
    return watchWaiter.awaitUntil(() -> isSound() && ended(lifecyclePhase), patience);
  }

  /** Waits until each of these properties, which may be broken, has been. */
  boolean awaitBroken(List<Class<? extends Property>> properties, Duration patience)
      throws InterruptedException {
    return watchWaiter.awaitUntil(
        () ->
            properties.stream()
                .allMatch(
                    property ->
                        watchman().exempted(name).stream()
                            .anyMatch(violation -> property.isInstance(violation.property()))),
        patience);
  }

  /** Waits until everything is as in the state, which is that of the phase's end. */
  boolean awaitState(LifecyclePhase lifecyclePhase, String picture, Duration patience)
      throws InterruptedException {
    return watchWaiter.awaitUntil(
        () -> isSound() && ended(lifecyclePhase) && state().equals(picture), patience);
  }

  /** Fails as soon as something is broken that must hold all the time. */
  private boolean isSound() {
    sharedApiServer.watchman().check(name);
    return true;
  }

  /** Waits until nothing has changed in the API server for so long. */
  void awaitStillness(Duration silence) throws InterruptedException {
    watchWaiter.awaitStillness(silence);
  }

  private boolean ended(LifecyclePhase lifecyclePhase) {
    var key = new ObjectKey(name, POOL);
    if (lifecyclePhase == LifecyclePhase.DELETE) {
      return SharedApiServer.KINDS.stream()
          .allMatch(kind -> sharedApiServer.cache(kind).get(key).isEmpty());
    }
    return sharedApiServer
        .cache(GroupKind.MACHINE_POOL)
        .get(key)
        .filter(pool -> pool.at("/status/phase").asText().equals("Running"))
        .filter(pool -> pool.at("/status/readyReplicas").asInt() == lifecyclePhase.replicas())
        .filter(pool -> pool.at("/status/nodeRefs").size() == lifecyclePhase.replicas())
        .filter(pool -> testCloud.isChangeApplied(lifecyclePhase, pool))
        .isPresent();
  }

  /** What exists now. */
  String state() {
    var comparableState = new ComparableState(name, testCloud.regionPrefix());
    for (GroupKind kind : SharedApiServer.KINDS) {
      comparableState.with(
          kind.kind(),
          sharedApiServer.cache(kind).list().stream().filter(this::mine).map(this::seen).toList());
    }
    return comparableState.with("cloud", cloud().comparableState()).text();
  }

  /** Waits until a scale set of the pool has been created in the cloud, shown or not. */
  void awaitScaleSet() throws InterruptedException {
    for (int tries = 0; createdScaleSets() == 0; tries++) {
      assertThat(tries).as("how long no scale set was created").isLessThan(600);
      Thread.sleep(MOMENT);
    }
  }

  /** How many scale sets of the pool have been created so far. */
  int createdScaleSets() {
    return cloud().journal().creations(testCloud.scaleSetKind(), POOL);
  }

  /** What the cloud was asked lately, and what came of it. */
  List<String> cloudCalls() {
    var calls = cloud().journal().calls();
    return calls.subList(Math.max(0, calls.size() - 60), calls.size()).stream()
        .map(call -> call.action() + " " + call.outcome())
        .toList();
  }

  /** What the cloud was told, and what became of its instances, in this order. */
  String cloudHistory() {
    Journal journal = cloud().journal();
    Stream<Map.Entry<Instant, String>> writes =
        journal.calls().stream()
            .filter(call -> call.wrote() || !call.outcome().equals(Journal.OK))
            .map(
                call ->
                    Map.entry(
                        call.at(),
                        "%s %s %s".formatted(call.action(), call.parameters(), call.outcome())));
    Stream<Map.Entry<Instant, String>> steps =
        journal.stepsAfter(0).stream()
            .map(
                step ->
                    Map.entry(
                        step.at(), "%s in %s %s".formatted(step.id(), step.zone(), step.phase())));
    return Stream.concat(writes, steps)
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> "%s %s".formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("\n"));
  }

  /** Everything that has come into being in the cloud so far, by kind and name. */
  Map<String, Integer> createdResources() {
    return cloud().journal().creations();
  }

  private boolean mine(ApiObject object) {
    if (object.groupKind().equals(BuiltInKinds.NODE)) {
      return testCloud.ownsNode(object);
    }
    return object.namespace().equals(name)
        || object
            .label(BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE)
            .filter(name::equals)
            .isPresent();
  }

  /** A Node's status is the machine's own affair, but for one condition. */
  private ApiObject seen(ApiObject object) {
    if (!object.groupKind().equals(BuiltInKinds.NODE)) {
      return object;
    }
    ObjectNode copy = object.copyTree();
    copy.remove("status");
    boolean ready =
        object
            .at("/status/conditions")
            .valueStream()
            .anyMatch(
                one ->
                    one.path("type").asText().equals("Ready")
                        && one.path("status").asText().equals("True"));
    return new ApiObject(copy.put("ready", ready));
  }

  private void apply(ObjectNode object) {
    ApiObject _ = sharedApiServer.kube().client().apply(object);
  }

  /** Waits until all of it has been judged; its managers have ended. */
  @Override
  public void close() {
    try {
      sharedApiServer.watchman().finish(name);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      watchWaiter.close();
      sharedApiServer.removeCloud(instances);
      testCloud.close();
    }
  }
}
