package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.scaleway.KapsuleCloud;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.provider.CloudScope;
import io.weir.provider.Place;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.objects.StatusSummary;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lifecycle of pools of a Kapsule cluster, from YAML to Nodes and back. */
@WithTestSandbox
class ScalewayLifecycleIT {
  private static final GroupKind POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");
  private static final String NAMESPACE = TestSandbox.KAPSULE_NAMESPACE;
  private static final Duration PATIENCE = TestSandbox.PATIENCE;

  /** Less than the shortest pause before what people must mend is tried again by itself. */
  private static final Duration AT_ONCE = Duration.ofSeconds(40);

  private final TestSandbox testSandbox;
  private final Sandbox sandbox;

  ScalewayLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.sandbox = testSandbox.sandbox();
  }

  @Test
  void aPoolRunsFollowsItsReplicasAndLeavesNothing() throws Exception {
    ObjectKey pool = create("plain", 2, _ -> {});
    awaitRunning(pool, 2);

    sandbox
        .controlPlane()
        .kubectl("-n", NAMESPACE, "scale", "machinepool", "plain", "--replicas=3")
        .outputOrThrow();
    awaitRunning(pool, 3);
    ApiObject object = await(POOL, pool, _ -> true);

    assertThat(object.finalizers())
        .containsExactly(
            "scalewaymanagedmachinepool.infrastructure.cluster.x-k8s.io/smmp-protection");
    assertThat(object.at("/status/initialization/provisioned").asBoolean()).isTrue();
    Place place = place(object);
    assertThat(place.scope().withoutParent())
        .isEqualTo(
            CloudScope.ofSecret("scaleway", new ObjectKey(NAMESPACE, "demo-scaleway"), "fr-par"));
    assertThat(place.name()).isEqualTo("plain");
    var recordedEvents = new RecordedEvents(sandbox);
    recordedEvents.await(POOL, pool, "Create", PATIENCE, "create pool plain");
    recordedEvents.await(POOL, pool, "Resize", PATIENCE, "plain", "3");
    assertThat(recordedEvents.count(POOL, pool, "Create", "create pool plain")).isEqualTo(1);
    assertThat(recordedEvents.count(POOL, pool, "Resize", "plain", "3")).isEqualTo(1);
    delete(pool);
    assertThat(named("plain")).isEmpty();
    assertThat(
            new AuditLines(testSandbox)
                .await("CloudObjectDeleted", "uid=" + object.uid(), "cloud=scaleway"))
        .allSatisfy(line -> assertThat(line).contains("identity=", "outcome=done", "pool plain"));
  }

  @Test
  void theTemplatesLabelsAndTheTaintsAmongTheTagsReachEveryNode() throws Exception {
    String label = "node-role.kubernetes.io/batch";
    ObjectKey pool =
        create(
            "marked",
            1,
            spec -> spec.putArray("additionalTags").add("taint=dedicated=gpu:NoSchedule"));
    sandbox
        .controlPlane()
        .kubectl(
            "-n",
            NAMESPACE,
            "patch",
            "machinepool",
            "marked",
            "--type=merge",
            "-p",
            labelled(label))
        .outputOrThrow();
    awaitRunning(pool, 1);
    String first = node(await(GroupKind.MACHINE_POOL, pool, _ -> true), 0);

    sandbox
        .controlPlane()
        .kubectl("-n", NAMESPACE, "scale", "machinepool", "marked", "--replicas=2")
        .outputOrThrow();
    awaitRunning(pool, 2);

    ApiObject grown = await(GroupKind.MACHINE_POOL, pool, _ -> true);
    assertThat(List.of(node(grown, 0), node(grown, 1))).contains(first);
    for (int i = 0; i < 2; i++) {
      ApiObject node =
          await(
              BuiltInKinds.NODE,
              new ObjectKey("", node(grown, i)),
              each -> each.label(label).isPresent());
      assertThat(node.at("/spec/taints").findValuesAsText("key"))
          .contains("k8s.scaleway.com/dedicated");
    }
    delete(pool);
  }

  private static String labelled(String label) {
    return "{\"spec\": {\"template\": {\"metadata\": {\"labels\": {\"%s\": \"\"}}}}}"
        .formatted(label);
  }

  private static String node(ApiObject machinePool, int index) {
    return machinePool.at("/status/nodeRefs/%d/name".formatted(index)).asText();
  }

  @Test
  void theSizeOfThePoolsOwnAutoscalerIsWrittenBackAndDoesNotSnapBackAtItsEnd() throws Exception {
    ObjectKey pool =
        create(
            "auto",
            1,
            spec ->
                spec.putObject("scaling")
                    .put("autoscaling", true)
                    .put("minSize", 1)
                    .put("maxSize", 5));
    awaitRunning(pool, 1);

    kapsule().admin().resizeByAutoscaler(named("auto").getFirst().path("id").asText(), 3);
    ApiObject grown =
        await(GroupKind.MACHINE_POOL, pool, object -> object.at("/spec/replicas").asInt() == 3);
    awaitRunning(pool, 3);
    assertThat(grown.annotation(MetadataKeys.REPLICAS_MANAGED_BY))
        .hasValue(MetadataKeys.CLOUD_AUTOSCALER);

    patch(pool, "{\"spec\": {\"scaling\": {\"autoscaling\": false}}}");
    ApiObject ended =
        await(
            GroupKind.MACHINE_POOL,
            pool,
            object -> object.annotation(MetadataKeys.REPLICAS_MANAGED_BY).isEmpty());
    assertThat(ended.at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(named("auto").getFirst().path("size").asInt()).isEqualTo(3);
    delete(pool);
  }

  @Test
  void aNodeThatAutohealingReplacedIsReplacedInTheList() throws Exception {
    ObjectKey pool = create("healed", 2, _ -> {});
    awaitRunning(pool, 2);
    ApiObject before = await(GroupKind.MACHINE_POOL, pool, _ -> true);
    String lost = before.at("/spec/providerIDList/0").asText();

    assertThat(kapsule().admin().kill(lost.substring(lost.lastIndexOf('/') + 1))).isTrue();

    await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            object.at("/spec/providerIDList").size() == 2
                && object
                    .at("/spec/providerIDList")
                    .valueStream()
                    .noneMatch(id -> id.asText().equals(lost))
                && object.at("/status/phase").asText().equals("Running"));
    delete(pool);
  }

  @Test
  void duringAnUpgradeThoseReplicasAreUpToDateWhoseNodesRunTheNewVersion() throws Exception {
    // What is raised is the whole cluster.
    inOwnCluster("upgraded");
    ObjectKey pool = createIn("upgraded", "upgraded", 3);
    awaitRunning(pool, 3);
    ApiObject before = await(GroupKind.MACHINE_POOL, pool, _ -> true);
    String cluster = named("upgraded").getFirst().path("cluster_id").asText();
    String to = "1.35.5";
    var counts = new ConcurrentSkipListSet<Integer>();

    kapsule().admin().upgradeCluster(cluster, to, false);
    String wanted = "{\"spec\": {\"template\": {\"spec\": {\"version\": \"v%s\"}}}}".formatted(to);
    // Every state is noted, also those that pass while this thread does something else.
    try (var _ = sandbox.kube().cache(GroupKind.MACHINE_POOL).subscribe(noting(pool, counts))) {
      sandbox
          .controlPlane()
          .kubectl(
              "-n",
              pool.namespace(),
              "patch",
              "machinepool",
              pool.name(),
              "--type=merge",
              "-p",
              wanted)
          .outputOrThrow();
      ApiObject _ =
          await(
              GroupKind.MACHINE_POOL,
              pool,
              object ->
                  named("upgraded").getFirst().path("version").asText().equals(to)
                      && counts.contains(0)
                      && object.at("/status/upToDateReplicas").asInt() == 3);
    }

    assertThat(before.at("/status/upToDateReplicas").asInt()).isEqualTo(3);
    assertThat(counts).contains(0, 3).containsAnyOf(1, 2);
    delete(pool);
  }

  private static Change.Listener noting(ObjectKey pool, Set<Integer> counts) {
    return change -> {
      if (change.key().equals(pool)) {
        counts.add(change.object().at("/status/upToDateReplicas").asInt());
      }
    };
  }

  @Test
  void aCreationWhoseAnswerIsLostMakesOnePool() throws Exception {
    kapsule()
        .faults()
        .add(
            CloudFault.of(CloudFault.Kind.DROPPED_AFTER)
                .forAction("CreatePool")
                .forResource("lost")
                .times(1));

    ObjectKey pool = create("lost", 1, _ -> {});
    awaitRunning(pool, 1);

    assertThat(kapsule().journal().creations("pool", "lost")).isEqualTo(1);
    delete(pool);
  }

  /** A look that is denied is tried again after a minute, by itself. */
  @Test
  void aCloudThatMayNotBeLookedAtAnyMoreIsToldOfPoolsThatRunAndOfThoseThatGo() throws Exception {
    inOwnCluster("blind");
    ObjectKey runs = createIn("blind", "unseen-kapsule", 1);
    ObjectKey goes = createIn("blind", "unseen-going", 1);
    awaitRunning(runs, 1);
    awaitRunning(goes, 1);
    var denied = CloudFault.of(CloudFault.Kind.DENIED).forAction("ListPools").forResource("blind");
    FaultInjector.PendingFault blindness = kapsule().faults().inject(denied);
    sandbox
        .controlPlane()
        .kubectl("-n", "blind", "delete", "machinepool", goes.name(), "--wait=false")
        .outputOrThrow();

    ApiObject blind = await(POOL, runs, object -> unseen(object, "PoolReady"));
    ApiObject _ =
        await(GroupKind.MACHINE_POOL, runs, object -> unseen(object, "InfrastructureReady"));
    ApiObject _ = await(POOL, goes, object -> unseen(object, "PoolReady"));
    blindness.remove();

    assertThat(blind.at("/spec/providerIDList")).hasSize(1);
    assertThat(blind.at("/status/initialization/provisioned").asBoolean()).isTrue();
    ApiObject _ =
        await(
            POOL,
            runs,
            object -> ConditionLists.isTrue(object.at("/status/conditions"), "PoolReady"));
    awaitGone(GroupKind.MACHINE_POOL, goes);
    delete(runs);
  }

  private static boolean unseen(ApiObject object, String condition) {
    return ConditionLists.find(object.at("/status/conditions"), condition)
        .filter(one -> one.message().contains("cannot observe scaleway in "))
        .filter(
            one ->
                one.message()
                    .contains("the status stays as last observed until observations succeed again"))
        .isPresent();
  }

  @Test
  void theFinalizerOfOlderReleasesOfScalewaysProviderIsReplaced() throws Exception {
    String former = "scalewaycluster.infrastructure.cluster.x-k8s.io/smmp-protection";
    List<ObjectNode> objects = ExamplePools.pool(SandboxCloud.SCALEWAY, NAMESPACE, "older", 1);
    objects.forEach(
        object -> {
          if (object.path("kind").asText().equals(POOL.kind())) {
            object.withObject("/metadata").putArray("finalizers").add(former);
          }
        });
    objects.forEach(object -> sandbox.kube().client().apply(object));
    ObjectKey pool = new ObjectKey(NAMESPACE, "older");

    ApiObject held =
        await(
            POOL, pool, object -> object.finalizers().size() == 1 && !object.hasFinalizer(former));

    assertThat(held.finalizers().getFirst()).startsWith("scalewaymanagedmachinepool.");
    delete(pool);
  }

  @Test
  void aPoolGoesWithoutItsClustersObjects() throws Exception {
    String namespace = "widowed";
    sandbox.apply(
        Manifests.none().withFirst(ExamplePools.cluster(SandboxCloud.SCALEWAY, namespace)));
    ObjectKey pool = createIn(namespace, "widow", 1);
    awaitRunning(pool, 1);
    for (String kind : List.of("scalewaymanagedcontrolplane", "scalewaymanagedcluster")) {
      sandbox.controlPlane().kubectl("-n", namespace, "delete", kind, "demo").outputOrThrow();
    }

    sandbox
        .controlPlane()
        .kubectl("-n", namespace, "delete", "machinepool", "widow", "--wait=false")
        .outputOrThrow();

    awaitGone(POOL, pool);
    assertThat(named("widow")).isEmpty();
  }

  /** Its Nodes are Kapsule's to remove where the Cluster is gone before them. */
  @Test
  void aPoolThatGoesWithItsWholeNamespaceLeavesNothingInTheCloud() throws Exception {
    sandbox.apply(Manifests.none().withFirst(ExamplePools.cluster(SandboxCloud.SCALEWAY, "team")));
    ObjectKey pool = createIn("team", "evicted-kapsule", 2);
    awaitRunning(pool, 2);
    String id = named("evicted-kapsule").getFirst().path("id").asText();

    sandbox.controlPlane().kubectl("delete", "namespace", "team", "--timeout=240s").outputOrThrow();

    assertThat(named("evicted-kapsule")).isEmpty();
    assertThat(kapsule().admin().nodes())
        .noneMatch(node -> node.path("pool_id").asText().equals(id));
  }

  /** Every change of the key is seen within seconds: the pauses after refusals last minutes. */
  @Test
  void aKeyThatIsMissingOrWrongIsToldAndARightOneMendsThePoolAtOnce() throws Exception {
    String secret = "Secret keyless/demo-scaleway";
    sandbox.apply(
        Manifests.none().withFirst(ExamplePools.cluster(SandboxCloud.SCALEWAY, "keyless")));
    sandbox
        .controlPlane()
        .kubectl("-n", "keyless", "delete", "secret", "demo-scaleway")
        .outputOrThrow();

    ObjectKey pool = createIn("keyless", "locked-out", 1);

    says(pool, secret + " does not exist", "give it the cluster's API key");
    putKey("00000000-0000-4000-8000-000000000000");
    says(
        pool, "authentication is denied", "correct SCW_ACCESS_KEY and SCW_SECRET_KEY in " + secret);
    assertThat(named("locked-out")).isEmpty();

    putKey(ScalewaySeedData.PROJECT.secretKey());

    ApiObject _ =
        await(
            POOL,
            pool,
            object -> ConditionLists.isTrue(object.at("/status/conditions"), "PoolReady"),
            AT_ONCE);
    awaitRunning(pool, 1);

    sandbox
        .controlPlane()
        .kubectl("-n", "keyless", "delete", "secret", "demo-scaleway")
        .outputOrThrow();

    says(pool, secret + " does not exist");
    // Who deletes the key and then the pool wants it gone, in Scaleway too.
    delete(pool);
    assertThat(named("locked-out")).isEmpty();
  }

  private void putKey(String key) throws Exception {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.withObject("/metadata").put("namespace", "keyless").put("name", "demo-scaleway");
    secret.withObject("/stringData").put("SCW_ACCESS_KEY", "SCW").put("SCW_SECRET_KEY", key);
    ApiObject _ = sandbox.kube().client().apply(secret);
  }

  /** The condition that a person reads, and an Event of the object that has it. */
  private void says(ObjectKey pool, String... words) throws Exception {
    ApiObject _ =
        await(
            POOL,
            pool,
            object ->
                ConditionLists.find(object.at("/status/conditions"), "PoolReady")
                    .filter(one -> Stream.of(words).allMatch(one.message()::contains))
                    .isPresent(),
            AT_ONCE);
    new RecordedEvents(sandbox).await(POOL, pool, "Failed", PATIENCE, words);
  }

  @Test
  void anAnnotationCannotLendTheKeyOfAnotherNamespace() throws Exception {
    ObjectKey pool = create("thief", 1, _ -> {});
    awaitRunning(pool, 1);

    Place place = place(await(POOL, pool, _ -> true));
    annotate(
        pool,
        new Place(
            CloudScope.ofSecret("scaleway", new ObjectKey("other", "key"), "fr-par")
                .withParent(place.scope().parentId()),
            "thief"));

    ApiObject reported =
        await(
            POOL,
            pool,
            object ->
                object
                    .at("/status/conditions")
                    .valueStream()
                    .anyMatch(each -> each.path("message").asText().contains("Secret other/key")));
    annotate(pool, place);
    assertThat(reported.at("/status/conditions")).isNotEmpty();
    delete(pool);
  }

  private static Place place(ApiObject pool) {
    return Place.parse(pool.annotation(MetadataKeys.PLACE).orElseThrow());
  }

  private void annotate(ObjectKey pool, Place place) throws Exception {
    ObjectNode metadata = Json.MAPPER.createObjectNode();
    metadata.withObject("/metadata/annotations").put(MetadataKeys.PLACE, place.annotationValue());
    patch(pool, metadata.toString());
  }

  private KapsuleCloud kapsule() {
    return sandbox.simulator(KapsuleCloud.class);
  }

  private List<ObjectNode> named(String name) {
    return kapsule().admin().pools().stream()
        .filter(pool -> pool.path("name").asText().equals(name))
        .toList();
  }

  private ObjectKey create(String name, int replicas, Consumer<ObjectNode> spec) {
    for (ObjectNode object : ExamplePools.pool(SandboxCloud.SCALEWAY, NAMESPACE, name, replicas)) {
      if (object.path("kind").asText().equals(POOL.kind())) {
        spec.accept(object.withObject("/spec"));
      }
      ApiObject _ = sandbox.kube().client().apply(object);
    }
    return new ObjectKey(NAMESPACE, name);
  }

  /** A namespace with a cluster in Kapsule that is called like it, and nobody else's. */
  private void inOwnCluster(String namespace) throws Exception {
    List<ObjectNode> own = ExamplePools.cluster(SandboxCloud.SCALEWAY, namespace);
    own.getLast().withObject("/spec").put("clusterName", namespace);
    sandbox.apply(Manifests.none().withFirst(own));
  }

  private ObjectKey createIn(String namespace, String name, int replicas) {
    ExamplePools.pool(SandboxCloud.SCALEWAY, namespace, name, replicas)
        .forEach(object -> sandbox.kube().client().apply(object));
    return new ObjectKey(namespace, name);
  }

  private void patch(ObjectKey pool, String patch) throws Exception {
    sandbox
        .controlPlane()
        .kubectl("-n", pool.namespace(), "patch", "smmp", pool.name(), "--type=merge", "-p", patch)
        .outputOrThrow();
  }

  private void delete(ObjectKey pool) throws Exception {
    sandbox
        .controlPlane()
        .kubectl("-n", pool.namespace(), "delete", "machinepool", pool.name(), "--wait=false")
        .outputOrThrow();
    awaitGone(GroupKind.MACHINE_POOL, pool);
    awaitGone(POOL, pool);
  }

  private void awaitRunning(ObjectKey pool, int replicas) throws Exception {
    ApiObject _ =
        await(
            GroupKind.MACHINE_POOL,
            pool,
            object ->
                object.at("/status/phase").asText().equals("Running")
                    && object.at("/status/readyReplicas").asInt() == replicas
                    && object.at("/status/nodeRefs").size() == replicas);
  }

  private ApiObject await(GroupKind kind, ObjectKey key, Predicate<ApiObject> wanted)
      throws InterruptedException {
    return await(kind, key, wanted, PATIENCE);
  }

  private ApiObject await(
      GroupKind kind, ObjectKey key, Predicate<ApiObject> wanted, Duration patience)
      throws InterruptedException {
    try (var objectWaiter = ObjectWaiter.start(sandbox.kube().cache(kind), patience)) {
      return objectWaiter
          .awaitUntil(key, wanted)
          .orElseThrow(() -> new AssertionError(state(kind, key)));
    }
  }

  private void awaitGone(GroupKind kind, ObjectKey key) throws InterruptedException {
    var cache = sandbox.kube().cache(kind);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue(); // else all seem to be gone
    try (var objectWaiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (!objectWaiter.awaitUntil(() -> cache.get(key).isEmpty())) {
        throw new AssertionError("never goes: " + state(kind, key));
      }
    }
  }

  private String state(GroupKind kind, ObjectKey key) {
    return sandbox
            .kube()
            .cache(kind)
            .get(key)
            .map(StatusSummary::lines)
            .map(List::toString)
            .orElse("gone")
        + sandbox.manager().lastLines(30);
  }
}
