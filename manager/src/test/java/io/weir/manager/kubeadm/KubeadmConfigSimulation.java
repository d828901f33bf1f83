package io.weir.manager.kubeadm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.FeatureGates;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.config.KubeadmConfigStatusFields;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.token.JoinToken;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.bootstrap.token.TokenState;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.work.Requeue;
import io.weir.manager.bootstrap.BootstrapDataStore;
import io.weir.manager.bootstrap.ConfigReporter;
import io.weir.manager.bootstrap.ConfigStateReader;
import io.weir.manager.bootstrap.SecretContents;
import io.weir.manager.kubeadm.KubeadmConfigController.Dependencies;
import io.weir.manager.objects.ReferencedSecrets;
import io.weir.manager.workload.FakeWorkloadCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pools of one Cluster and the controller of their configs, in memory and in simulated time. */
final class KubeadmConfigSimulation implements AutoCloseable {

  static final TokenPolicy POLICY = TokenPolicy.DEFAULT;

  private static final String NAMESPACE = "default";
  private static final String CLUSTER = "c";
  private static final Pattern TOKEN = Pattern.compile("token: ([a-z0-9]{6}\\.[a-z0-9]{16})");

  private final MemoryApiServer management;
  private final MemoryApiServer cluster;
  private final FakeCache configs = new FakeCache(GroupKind.KUBEADM_CONFIG, all());
  private final FakeCache pools = new FakeCache(GroupKind.MACHINE_POOL, all());
  private final FakeCache machines = new FakeCache(GroupKind.MACHINE, all());
  private final FakeCache clusters = new FakeCache(GroupKind.CLUSTER, all());
  private final FakeCache secrets =
      new FakeCache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
  private final EventRecorder events;
  private final FakeWorkloadCluster workload;
  private final RandomGenerator random;
  private Instant now;
  private Duration perReading = Duration.ZERO;
  private Duration behind = Duration.ZERO;
  private KubeadmConfigController controller;

  KubeadmConfigSimulation(Instant start, RandomGenerator random) throws IOException {
    this.now = start;
    this.random = random;
    management = new MemoryApiServer(() -> now).install(Crds.core());
    cluster = new MemoryApiServer(() -> now);
    management.feed(configs);
    management.feed(secrets);
    workload = FakeWorkloadCluster.of(cluster, "cluster-uid");
    events = new EventRecorder(management.client(), "test", () -> now);
    clusters.put(new ApiObject(cluster(false)));
    ApiObject _ = management.client().create(authority());
    controller = start(ServingPolicy.DEFAULT);
  }

  private static ObjectSelector all() {
    return ObjectSelector.everything();
  }

  private static ObjectNode cluster(boolean paused) {
    ObjectNode tree = TestObjects.cluster(NAMESPACE, CLUSTER);
    tree.withObject("/metadata").put("uid", "cluster-uid");
    tree.withObject("/spec").put("paused", paused);
    tree.withObject("/spec/controlPlaneEndpoint").put("host", "127.0.0.1").put("port", 6443);
    tree.withObject("/status/initialization")
        .put("infrastructureProvisioned", true)
        .put("controlPlaneInitialized", true);
    return tree;
  }

  private static ObjectNode authority() throws IOException {
    ObjectNode secret =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Secret", "metadata": {"namespace": "%s", "name": "%s-ca"}}
            """
                .formatted(NAMESPACE, CLUSTER));
    MetadataEdits.setLabel(secret, MetadataKeys.CLUSTER_NAME, CLUSTER);
    try (var in = KubeadmConfigSimulation.class.getResourceAsStream("/ca/ec.crt")) {
      String pem = Base64.getEncoder().encodeToString(in.readAllBytes());
      secret.withObject("/data").put("tls.crt", pem);
    }
    return secret;
  }

  private KubeadmConfigController start(ServingPolicy servingPolicy) {
    var reader =
        new ConfigStateReader(
            Optional.of(pools.cache())
                .filter(_ -> servingPolicy.gates().isEnabled(FeatureGates.Gate.MACHINE_POOL)),
            machines.cache(),
            clusters.cache(),
            servingPolicy.machines());
    var named =
        new ReferencedSecrets(secrets.cache(), null, management.client(), _ -> true, _ -> {});
    var inputs =
        new KubeadmInputsReader(
            new SecretContents(named, clusters.cache()),
            new ControlPlaneVersions(null, clusters.cache(), _ -> {}),
            servingPolicy.gates());
    return new KubeadmConfigController(
        new Dependencies(
            configs.cache(),
            reader,
            inputs,
            new BootstrapDataStore(secrets.cache(), management.client()),
            workload,
            POLICY,
            random,
            new ConfigReporter(
                management.client(),
                events,
                new KubeadmConfigStatusFields(),
                "Cluster API's kubeadm bootstrap provider"),
            this::read));
  }

  /** The time, as the controller reads it. */
  private Instant read() {
    Instant shown = now;
    now = shown.plus(perReading);
    return shown.minus(behind);
  }

  /** The process's clock is so far behind that of the workload cluster, which tells it. */
  void setClockBehind(Duration by) {
    behind = by;
    workload.setClockAhead(by);
  }

  /** Passes are so slow that so much time passes whenever they have read the clock. */
  void setTimePerReading(Duration time) {
    perReading = time;
  }

  /** Time passes. */
  void setTime(Instant time) {
    now = time;
  }

  Instant now() {
    return now;
  }

  /** A pool and its config. */
  ObjectKey create(String name) {
    return create(name, "{}");
  }

  /** A pool and its config, with this spec. */
  ObjectKey create(String name, String spec) {
    ObjectNode pool = TestObjects.pool(NAMESPACE, CLUSTER, name);
    pool.withObject("/metadata").put("uid", "uid-of-" + name);
    var owner = new ApiObject(pool);
    pools.put(owner);
    return management.client().create(TestObjects.config(owner, spec)).key();
  }

  /** A single Machine and its config. */
  ObjectKey createMachine(String name, boolean controlPlane) {
    ObjectNode machine =
        TestObjects.parse(
            """
            {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
             "metadata": {"namespace": "%s", "name": "%s", "uid": "uid-of-%2$s"},
             "spec": {"clusterName": "%s", "version": "v1.35.4"}}
            """
                .formatted(NAMESPACE, name, CLUSTER));
    MetadataEdits.setLabel(machine, MetadataKeys.CLUSTER_NAME, CLUSTER);
    if (controlPlane) {
      MetadataEdits.setLabel(machine, "cluster.x-k8s.io/control-plane", "");
    }
    var owner = new ApiObject(machine);
    machines.put(owner);
    return management.client().create(TestObjects.config(owner, "{}")).key();
  }

  /** The Cluster gets a control plane object. */
  void addControlPlane() {
    ObjectNode tree = cluster(false);
    tree.withObject("/spec/controlPlaneRef")
        .put("apiGroup", "controlplane.cluster.x-k8s.io")
        .put("kind", "HostedControlPlane")
        .put("name", CLUSTER);
    clusters.put(new ApiObject(tree));
  }

  /** Somebody, or the pool's own controller, changes the pool. */
  void edit(String pool, Consumer<ObjectNode> edit) {
    ObjectNode tree = pools.cache().get(new ObjectKey(NAMESPACE, pool)).orElseThrow().copyTree();
    edit.accept(tree);
    pools.put(new ApiObject(tree));
  }

  /** Stops or resumes work on the Cluster. */
  void pause(boolean paused) {
    clusters.put(new ApiObject(cluster(paused)));
  }

  /** Another process takes over, which remembers nothing. */
  void restart() {
    restart(ServingPolicy.DEFAULT);
  }

  /** Another process with other options takes over. */
  void restart(ServingPolicy servingPolicy) {
    controller = start(servingPolicy);
  }

  /** One pass; the time until the next one is due, if it asks for one. */
  Optional<Duration> pass(ObjectKey config) {
    return controller.reconcile(config) instanceof Requeue.After(Duration delay)
        ? Optional.of(delay)
        : Optional.empty();
  }

  /** One pass, and how it ends. */
  Requeue passResult(ObjectKey config) {
    return controller.reconcile(config);
  }

  /** The Cluster that machines join. */
  FakeWorkloadCluster workload() {
    return workload;
  }

  /** What the config's status says about its data; empty before it says anything. */
  Optional<Condition> dataCondition(ObjectKey config) {
    return configs.cache().get(config).flatMap(KubeadmConfigFixture::condition);
  }

  MemoryApiServer management() {
    return management;
  }

  MemoryApiServer cluster() {
    return cluster;
  }

  /** What a machine that starts now is given; empty before there is data. */
  String data(ObjectKey config) {
    return secrets
        .cache()
        .get(config)
        .map(secret -> secret.at("/data/value").asText())
        .map(value -> new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8))
        .orElse("");
  }

  ApiObject secret(ObjectKey config) {
    return secrets.cache().get(config).orElseThrow();
  }

  /** The token in data. */
  static JoinToken tokenIn(String data) {
    Matcher found = TOKEN.matcher(data);
    if (!found.find()) {
      throw new AssertionError("there is no token in the data");
    }
    return JoinToken.parse(found.group(1));
  }

  /** Until when the API server accepts a token; empty if it knows none such. */
  Optional<Instant> validUntil(JoinToken token) {
    return tokens().stream()
        .filter(seen -> seen.token().filter(token::equals).isPresent())
        .map(seen -> ((TokenState.Expiring) seen.state()).at())
        .findFirst();
  }

  List<WorkloadToken> tokens() {
    return cluster.storedObjects("secrets").stream().map(WorkloadToken::new).toList();
  }

  /** Somebody removes a token. */
  void deleteToken(JoinToken token) {
    tokens().stream()
        .filter(seen -> seen.token().filter(token::equals).isPresent())
        .forEach(seen -> cluster.client().delete(seen.object(), PropagationPolicy.BACKGROUND));
  }

  /** What Kubernetes does with tokens that have expired. */
  void deleteExpiredTokens() {
    tokens().stream()
        .filter(
            seen -> seen.state() instanceof TokenState.Expiring(Instant at) && !now.isBefore(at))
        .forEach(seen -> cluster.client().delete(seen.object(), PropagationPolicy.BACKGROUND));
  }

  @Override
  public void close() {
    events.close();
    management.close();
    cluster.close();
  }
}
