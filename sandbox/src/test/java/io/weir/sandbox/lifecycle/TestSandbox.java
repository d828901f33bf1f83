package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.clouds.node.FleetOptions;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.sandbox.InteractiveOptions;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.cloud.CloudSimulations;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.aws.AwsWorld;
import io.weir.sandbox.cloud.azure.AzureWorld;
import io.weir.sandbox.cloud.gcp.GcpWorld;
import io.weir.sandbox.cloud.oci.OciWorld;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.objects.StatusSummary;
import io.weir.sandbox.prepare.ManifestPreparer;
import io.weir.sandbox.rights.MissingRights;
import io.weir.sandbox.rights.ShippedPolicy;
import io.weir.sandbox.usage.ApiUsers;
import io.weir.sandbox.watchman.Watchman;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A sandbox of all clouds with AWS' example Cluster in it, and ways to wait for what a test claims.
 */
public final class TestSandbox implements AutoCloseable {

  /** What tests hold together that share the sandbox, and one alone that needs it for itself. */
  static final String LOCK = "io.weir.sandbox.lifecycle.TestSandbox";

  /** Under which the sandbox has its directory. */
  public static final Path PLACE = Path.of("target", "stage").toAbsolutePath();

  static final String NAMESPACE = "default";

  /** Where the example's Cluster of Kapsule is. */
  static final String KAPSULE_NAMESPACE = "kapsule";

  /** Where the example's Cluster of Azure is. */
  static final String AZURE_NAMESPACE = "azure";

  /** Where the example's Cluster of Google Cloud is. */
  static final String GCP_NAMESPACE = "gcp";

  /** Where the example's Cluster of Oracle Cloud is. */
  static final String OCI_NAMESPACE = "oci";

  /** Namespaces whose Clusters tests share. */
  private static final Set<String> SHARED =
      Set.of(NAMESPACE, KAPSULE_NAMESPACE, AZURE_NAMESPACE, GCP_NAMESPACE, OCI_NAMESPACE);

  /** The kind of AWS' infrastructure pools. */
  public static final GroupKind AWS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");

  /** The kind of Azure's infrastructure pools. */
  static final GroupKind AZURE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AzureMachinePool");

  /** The kind of Google Cloud's infrastructure pools. */
  static final GroupKind GCP_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "GCPMachinePool");

  /** The kind of GKE's node pools. */
  static final GroupKind GKE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "GCPManagedMachinePool");

  /** The kind of pools of AKS that list their objects. */
  static final GroupKind ASO_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AzureASOManagedMachinePool");

  /** The older kind of pools of AKS. */
  static final GroupKind AKS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AzureManagedMachinePool");

  /** The kind of Oracle Cloud's instance pools. */
  static final GroupKind OCI_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "OCIMachinePool");

  /** The kind of OKE's node pools. */
  static final GroupKind OKE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "OCIManagedMachinePool");

  /** The kind of pools of EKS. */
  static final GroupKind EKS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSManagedMachinePool");

  private static final GroupKind KAPSULE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");

  /**
   * Nearly everything that is waited for is there in seconds, and this bounds a broken run; but
   * what people must mend is tried again after a minute, then after two, then after four.
   */
  static final Duration PATIENCE = Duration.ofMinutes(6);

  /** What is held back for company, or until the next look, is written within so many. */
  private static final int RENEWALS_OF_STILLNESS = 4;

  private static final long LOOK_NANOS = 1_000_000;

  /** So that tests wait for Weir and hardly for Azure. */
  private static final AzureTiming QUICK_AZURE =
      new AzureTiming(
          Duration.ofMillis(300),
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofMillis(200),
          Duration.ofMillis(300),
          Duration.ofMillis(500),
          Duration.ofMillis(200),
          Duration.ofHours(1),
          100);

  private final Sandbox sandbox;
  private final TokenLeakCheck tokens;
  private final Watchman watchman;
  private AuditLog.Mark judged = AuditLog.beginning();

  private TestSandbox(Sandbox sandbox) {
    this.sandbox = sandbox;
    this.tokens = TokenLeakCheck.start(sandbox);
    this.watchman =
        Watchman.ofSharedClouds(
            sandbox.controlPlane().auditLog().file(),
            sandbox.kube(),
            List.of(
                GroupKind.MACHINE_POOL,
                AWS_POOL,
                AZURE_POOL,
                GCP_POOL,
                GKE_POOL,
                EKS_POOL,
                ASO_POOL,
                AKS_POOL,
                OCI_POOL,
                OKE_POOL,
                KAPSULE_POOL,
                GroupKind.SECRET,
                BuiltInKinds.NODE));
    sandbox.clouds().forEach(cloud -> watchman.follow("", cloud));
  }

  static TestSandbox start() {
    var quick =
        new AwsTiming(
            Duration.ofMillis(500),
            Duration.ofMillis(500),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            Duration.ofHours(1));
    try {
      var options =
          SandboxOptions.defaults()
              .inDirectory(PLACE)
              .with(world().with(quick))
              .with(SandboxCloud.SCALEWAY)
              .with(AzureWorld.ofExample().with(QUICK_AZURE))
              .with(CloudSimulations.of(SandboxCloud.AKS).world())
              .with(GcpWorld.ofExample())
              .with(OciWorld.ofExample())
              .withWorkloads()
              .with(new InteractiveOptions(0, Optional.empty(), true))
              .with(FleetOptions.defaults().withBootTimes(Duration.ZERO, Duration.ofMillis(500)))
              .withManagerArguments("--observe-soon=1s", "--observe-busy=3s", "--observe-idle=5s");
      Sandbox sandbox = Sandbox.start(options, System.out::println);
      ShippedPolicy.enforce(sandbox.simulator(AwsCloud.class));
      sandbox.createKubeconfigSecret(new ObjectKey(NAMESPACE, ExamplePools.CLUSTER));
      var testSandbox = new TestSandbox(sandbox);
      ExamplePools.cluster(NAMESPACE).forEach(object -> sandbox.kube().client().apply(object));
      sandbox.apply(
          Manifests.none()
              .withFirst(ExamplePools.cluster(SandboxCloud.SCALEWAY, KAPSULE_NAMESPACE)));
      sandbox.apply(
          Manifests.none().withFirst(ExamplePools.cluster(SandboxCloud.AZURE, AZURE_NAMESPACE)));
      sandbox.apply(
          Manifests.none().withFirst(ExamplePools.cluster(SandboxCloud.GCP, GCP_NAMESPACE)));
      sandbox.apply(
          Manifests.none().withFirst(ExamplePools.cluster(SandboxCloud.OCI, OCI_NAMESPACE)));
      return testSandbox;
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** What the examples take for granted. */
  private static AwsWorld world() throws IOException {
    List<CloudWorld> worlds = ManifestPreparer.prepare(Manifests.example()).worlds();
    for (Manifests documented : DocsExampleIT.all()) {
      worlds = ManifestPreparer.prepare(documented, worlds).worlds();
    }
    return (AwsWorld) worlds.getFirst();
  }

  /** The worlds of a sandbox, as manifests can be fitted to them. */
  public static List<CloudWorld> worldsOf(Sandbox sandbox) {
    return List.of(
        AwsWorld.ofExample().with(sandbox.simulator(AwsCloud.class).seedData()),
        AzureWorld.ofExample().with(sandbox.simulator(AzureCloud.class).seedData()),
        CloudSimulations.of(SandboxCloud.SCALEWAY).world());
  }

  /** The simulated AWS. */
  AwsCloud aws() {
    return sandbox.simulator(AwsCloud.class);
  }

  /** What runs. */
  public Sandbox sandbox() {
    return sandbox;
  }

  /** A pool like the example's. */
  public ObjectKey create(String name, int replicas) {
    ExamplePools.pool(NAMESPACE, name, replicas)
        .forEach(object -> sandbox.kube().client().apply(object));
    return new ObjectKey(NAMESPACE, name);
  }

  /** The same in a subnet of the test's choice. */
  void create(String name, int replicas, String subnet) {
    for (ObjectNode object : ExamplePools.pool(NAMESPACE, name, replicas)) {
      if (object.path("kind").asText().equals(AWS_POOL.kind())) {
        object.withObject("/spec").putArray("subnets").addObject().put("id", subnet);
      }
      sandbox.kube().client().apply(object);
    }
  }

  /** Ends the manager as {@code kill -9} does, as soon as this holds. */
  void killManagerWhen(BooleanSupplier point) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!point.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the point to kill at comes").isLessThan(end);
      LockSupport.parkNanos(LOOK_NANOS);
    }
    sandbox.manager().kill();
  }

  /** Starts the manager again after it was killed, and waits until it leads; else does nothing. */
  void restartManager() throws IOException, InterruptedException {
    if (!sandbox.manager().isAlive()) {
      AuditLog.Mark mark = sandbox.controlPlane().auditLog().mark();
      sandbox.manager().restart();
      sandbox.awaitLeading(mark, PATIENCE);
    }
  }

  /** The join tokens that a pool has in the cluster. */
  List<ApiObject> tokensOf(ObjectKey pool) {
    return sandbox
        .kube()
        .client()
        .list(
            GroupKind.SECRET,
            "kube-system",
            ObjectSelector.withLabelValue(BootstrapMetadataKeys.TOKEN_OWNER_NAME, pool.name()));
  }

  /** What a person does with kubectl. */
  public String kubectl(String... args) throws IOException, InterruptedException {
    return sandbox.controlPlane().kubectl(args).outputOrThrow();
  }

  void scale(ObjectKey pool, int replicas) throws IOException, InterruptedException {
    kubectl("scale", "machinepool", pool.name(), "--replicas=" + replicas);
  }

  /** Asks for the end of a pool. */
  public void delete(ObjectKey pool) throws IOException, InterruptedException {
    kubectl("delete", "machinepool", pool.name(), "--wait=false");
  }

  /**
   * Ends a pool of a story, and the Cluster of its namespace if it was the last there: each Cluster
   * that is left has all Nodes watched for it once more.
   */
  void end(GroupKind kind, ObjectKey pool) throws Exception {
    String namespace = pool.namespace();
    kubectl("-n", namespace, "delete", "machinepool", pool.name(), "--wait=false");
    awaitGone(GroupKind.MACHINE_POOL, pool);
    awaitGone(kind, pool);
    if (!SHARED.contains(namespace)
        && sandbox.kube().cache(GroupKind.MACHINE_POOL).list(namespace).isEmpty()) {
      kubectl("-n", namespace, "delete", "clusters.cluster.x-k8s.io", "--all", "--wait=false");
    }
  }

  /**
   * Gives whom a cloud's token shows the rights of the account in kubeconfigs.
   *
   * @param name of the bindings
   * @param subject such as {@code --user=jane}
   */
  void letIn(String name, String subject) throws IOException, InterruptedException {
    for (String role : List.of("weir-workload", "weir-workload-drain")) {
      kubectl("create", "clusterrolebinding", name + "-" + role, "--clusterrole=" + role, subject);
    }
    String tokens = "weir-workload-tokens";
    kubectl("-n", "kube-system", "create", "rolebinding", name, "--role=" + tokens, subject);
  }

  /** Waits until somebody has done something with Nodes since then, by the API server's log. */
  void awaitOnNodes(AuditLog.Mark begin, String user, String verb) throws Exception {
    assertThat(
            sandbox
                .controlPlane()
                .auditLog()
                .await(
                    begin,
                    record ->
                        record.user().equals(user)
                            && record.resource().equals("nodes")
                            && record.verb().equals(verb),
                    PATIENCE))
        .as("%s of Nodes by %s", verb, user)
        .isPresent();
  }

  /** Waits until a pool has so many machines that all have joined. */
  public void awaitRunning(ObjectKey pool, int replicas) throws InterruptedException {
    await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            object.at("/status/phase").asText().equals("Running")
                && object.at("/status/readyReplicas").asInt() == replicas
                && object.at("/status/nodeRefs").size() == replicas,
        "runs with " + replicas + " replicas");
  }

  /** Waits until an object is as claimed. */
  public ApiObject await(GroupKind kind, ObjectKey key, Predicate<ApiObject> wanted, String claim)
      throws InterruptedException {
    return await(kind, key, wanted, claim, PATIENCE);
  }

  /** The same, for what is to be so sooner. */
  ApiObject await(
      GroupKind kind, ObjectKey key, Predicate<ApiObject> wanted, String claim, Duration patience)
      throws InterruptedException {
    ObjectCache cache = sandbox.kube().cache(kind);
    try (var objectWaiter = ObjectWaiter.start(cache, patience)) {
      return objectWaiter
          .awaitUntil(key, wanted)
          .orElseThrow(() -> new AssertionError(key + " never " + claim + state(kind, key)));
    }
  }

  public void awaitGone(GroupKind kind, ObjectKey key) throws InterruptedException {
    ObjectCache cache = sandbox.kube().cache(kind);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue(); // else all seem to be gone
    try (var objectWaiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (!objectWaiter.awaitUntil(() -> cache.get(key).isEmpty())) {
        throw new AssertionError(key + " never goes" + state(kind, key));
      }
    }
  }

  /** Waits until something holds that depends on all objects of a kind. */
  void awaitAll(GroupKind kind, String claim, BooleanSupplier holds) throws InterruptedException {
    ObjectCache cache = sandbox.kube().cache(kind);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue();
    try (var objectWaiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (!objectWaiter.awaitUntil(holds)) {
        throw new AssertionError("never all of %s %s: %s".formatted(kind, claim, cache.list()));
      }
    }
  }

  /** Neither a group or template of this name is left in AWS, nor an instance of that group. */
  void assertNothingInAws(String name) {
    assertThat(aws().comparableState()).doesNotContain("\"" + name + "\"");
    assertThat(aws().instances())
        .filteredOn(instance -> name.equals(instance.group()))
        .allSatisfy(instance -> assertThat(instance.state()).isEqualTo("terminated"));
  }

  /** Waits until something holds that depends on the cluster's Nodes. */
  void awaitNodes(String claim, BooleanSupplier holds) throws InterruptedException {
    try (var objectWaiter = ObjectWaiter.start(sandbox.kube().cache(BuiltInKinds.NODE), PATIENCE)) {
      if (!objectWaiter.awaitUntil(holds)) {
        List<String> names = nodes().stream().map(ApiObject::name).toList();
        throw new AssertionError("never: " + claim + "; Nodes " + names + managerLog());
      }
    }
  }

  List<ApiObject> nodes() {
    ObjectCache cache = sandbox.kube().cache(BuiltInKinds.NODE);
    try {
      assertThat(cache.awaitSynced(PATIENCE)).isTrue(); // else there seem to be none
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
    return cache.list();
  }

  /** Names of the Nodes that bear the mark of a machine that leaves. */
  List<String> nodesThatLeave() {
    return nodes().stream()
        .filter(node -> node.annotations().containsKey(MetadataKeys.NODE_LEAVING))
        .map(ApiObject::name)
        .toList();
  }

  /** Waits until no Secret is selected; removals of tokens follow those of their pools. */
  void awaitNoSecrets(String namespace, ObjectSelector selector) throws InterruptedException {
    ObjectCache cache = sandbox.kube().cache(GroupKind.SECRET, selector);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue();
    try (var objectWaiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (!objectWaiter.awaitUntil(() -> cache.list(namespace).isEmpty())) {
        throw new AssertionError("never gone: " + cache.list(namespace));
      }
    }
  }

  /** Waits until the manager has renewed its lease twice: whatever was woken before has run. */
  void awaitTwoRenewals() throws IOException, InterruptedException {
    awaitRenewals(2);
  }

  /** Waits until the manager has written nothing in a namespace for a while. */
  void awaitStillness(String namespace) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    AuditLog.Mark mark;
    do {
      assertThat(System.nanoTime()).as("the manager comes to rest").isLessThan(end);
      mark = sandbox.controlPlane().auditLog().mark();
      awaitRenewals(RENEWALS_OF_STILLNESS);
    } while (!writesOfManager(mark, namespace).isEmpty());
  }

  /** What the manager has written in a namespace after a place in the log. */
  List<AuditRecord> writesOfManager(AuditLog.Mark mark, String namespace) throws IOException {
    return sandbox.controlPlane().auditLog().since(mark).stream()
        .filter(record -> ApiUsers.MANAGER_USERS.contains(record.user()) && record.isWrite())
        .filter(record -> record.namespace().equals(namespace))
        .toList();
  }

  private void awaitRenewals(int count) throws IOException, InterruptedException {
    AuditLog log = sandbox.controlPlane().auditLog();
    for (int i = 0; i < count; i++) {
      assertThat(
              log.await(
                  log.mark(),
                  record ->
                      record.resource().equals("leases") && record.user().equals(ApiUsers.MANAGER),
                  PATIENCE))
          .isPresent();
    }
  }

  /**
   * The manager has what it is given on an installation, and asked for nothing else, since this was
   * asked last.
   */
  synchronized void assertNoRightWasMissing() throws IOException {
    AuditLog.Mark now = sandbox.controlPlane().auditLog().mark();
    List<AuditRecord> latest = sandbox.controlPlane().auditLog().since(judged);
    judged = now;
    assertThat(latest).filteredOn(MissingRights::isRefusal).isEmpty();
  }

  /** Nothing has been broken so far that must hold all the time. */
  void assertNothingBroken() {
    watchman.checkAll();
  }

  /** What a machine joins with is neither in the manager's log nor in an Event nor in an object. */
  void assertNoTokenLeaked() throws IOException {
    tokens.assertNoneLeaked();
  }

  /** The different join tokens that the cluster has had. */
  int tokenCount() {
    return tokens.tokenCount();
  }

  /** The Nodes that carry the pool's mark. */
  long countNodesOf(ObjectKey pool) {
    return marked(pool).count();
  }

  /** What they are called. */
  List<String> namesOfNodesOf(ObjectKey pool) {
    return marked(pool).map(ApiObject::name).toList();
  }

  /** Those of them that have a label of this key. */
  long countNodesOf(ObjectKey pool, String label) {
    return marked(pool).filter(node -> node.label(label).isPresent()).count();
  }

  private Stream<ApiObject> marked(ObjectKey pool) {
    var marks =
        Map.of(
            "cluster.x-k8s.io/owner-name",
            pool.name(),
            "cluster.x-k8s.io/cluster-namespace",
            pool.namespace());
    return nodes().stream()
        .filter(node -> node.annotations().entrySet().containsAll(marks.entrySet()));
  }

  private String state(GroupKind kind, ObjectKey key) {
    var lines = new StringBuilder();
    sandbox
        .kube()
        .cache(kind)
        .get(key)
        .ifPresentOrElse(
            object ->
                StatusSummary.lines(object).forEach(line -> lines.append("\n  ").append(line)),
            () -> lines.append("\n  does not exist"));
    return lines + managerLog();
  }

  private String managerLog() {
    return "\nmanager:\n  " + String.join("\n  ", sandbox.manager().lastLines(100));
  }

  /**
   * Ends it.
   *
   * @throws AssertionError if something was broken that must hold all the time
   */
  @Override
  public void close() {
    try {
      watchman.close();
    } finally {
      tokens.close();
      sandbox.close();
    }
  }
}
