package io.weir.manager.kubeadm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.harness.Objects;
import io.weir.bootstrap.config.Owner;
import io.weir.bootstrap.config.Serving;
import io.weir.bootstrap.token.BootstrapToken;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.bootstrap.token.TokenState;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.kernel.cache.FedCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.kube.Propagation;
import io.weir.kernel.work.Requeue;
import io.weir.manager.kubeadm.KubeadmConfigController.Parts;
import io.weir.manager.objects.NamedSecrets;
import io.weir.manager.workload.FedWorkload;
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
final class TokenStage implements AutoCloseable {

  static final TokenPolicy POLICY = TokenPolicy.DEFAULT;

  private static final String NAMESPACE = "default";
  private static final String CLUSTER = "c";
  private static final Pattern TOKEN = Pattern.compile("token: ([a-z0-9]{6}\\.[a-z0-9]{16})");

  private final MemoryApiServer management;
  private final MemoryApiServer cluster;
  private final FedCache configs = new FedCache(GroupKind.KUBEADM_CONFIG, all());
  private final FedCache pools = new FedCache(GroupKind.MACHINE_POOL, all());
  private final FedCache machines = new FedCache(Owner.MACHINE, all());
  private final FedCache clusters = new FedCache(GroupKind.CLUSTER, all());
  private final FedCache secrets =
      new FedCache(GroupKind.SECRET, LabelSelector.exists(Keys.CLUSTER_NAME));
  private final EventRecorder events;
  private final FedWorkload workload;
  private final RandomGenerator random;
  private Instant now;
  private KubeadmConfigController controller;

  TokenStage(Instant start, RandomGenerator random) throws IOException {
    this.now = start;
    this.random = random;
    management = new MemoryApiServer(() -> now).install(Crds.core());
    cluster = new MemoryApiServer(() -> now);
    management.feed(configs);
    management.feed(secrets);
    workload = FedWorkload.of(cluster, "cluster-uid");
    events = new EventRecorder(management.client(), "test", () -> now);
    clusters.shown(new ApiObject(cluster(false)));
    ApiObject _ = management.client().create(authority());
    controller = start(Serving.DEFAULT);
  }

  private static LabelSelector all() {
    return LabelSelector.everything();
  }

  private static ObjectNode cluster(boolean paused) {
    ObjectNode tree = Objects.cluster(NAMESPACE, CLUSTER);
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
        Objects.of(
            """
            {"apiVersion": "v1", "kind": "Secret", "metadata": {"namespace": "%s", "name": "%s-ca"}}
            """
                .formatted(NAMESPACE, CLUSTER));
    Metadata.label(secret, Keys.CLUSTER_NAME, CLUSTER);
    try (var in = TokenStage.class.getResourceAsStream("/ca/ec.crt")) {
      String pem = Base64.getEncoder().encodeToString(in.readAllBytes());
      secret.withObject("/data").put("tls.crt", pem);
    }
    return secret;
  }

  private KubeadmConfigController start(Serving serving) {
    var reader =
        new SituationReader(
            pools.cache(),
            machines.cache(),
            clusters.cache(),
            new NamedSecrets(secrets.cache(), null, management.client(), _ -> true, _ -> {}),
            new ControlPlanes(null, clusters.cache(), _ -> {}),
            serving);
    return new KubeadmConfigController(
        new Parts(
            configs.cache(),
            reader,
            new DataStore(secrets.cache(), management.client()),
            workload,
            POLICY,
            random,
            new ConfigTeller(management.client(), events),
            () -> now));
  }

  /** Time passes. */
  void at(Instant time) {
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
    ObjectNode pool = Objects.pool(NAMESPACE, CLUSTER, name);
    pool.withObject("/metadata").put("uid", "uid-of-" + name);
    var owner = new ApiObject(pool);
    pools.shown(owner);
    return management.client().create(Objects.config(owner, spec)).key();
  }

  /** A single Machine and its config. */
  ObjectKey createMachine(String name, boolean controlPlane) {
    ObjectNode machine =
        Objects.of(
            """
            {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
             "metadata": {"namespace": "%s", "name": "%s", "uid": "uid-of-%2$s"},
             "spec": {"clusterName": "%s", "version": "v1.35.4"}}
            """
                .formatted(NAMESPACE, name, CLUSTER));
    Metadata.label(machine, Keys.CLUSTER_NAME, CLUSTER);
    if (controlPlane) {
      Metadata.label(machine, "cluster.x-k8s.io/control-plane", "");
    }
    var owner = new ApiObject(machine);
    machines.shown(owner);
    return management.client().create(Objects.config(owner, "{}")).key();
  }

  /** The Cluster gets a control plane object. */
  void withControlPlane() {
    ObjectNode tree = cluster(false);
    tree.withObject("/spec/controlPlaneRef")
        .put("apiGroup", "controlplane.cluster.x-k8s.io")
        .put("kind", "HostedControlPlane")
        .put("name", CLUSTER);
    clusters.shown(new ApiObject(tree));
  }

  /** Somebody, or the pool's own controller, changes the pool. */
  void edit(String pool, Consumer<ObjectNode> edit) {
    ObjectNode tree = pools.cache().get(new ObjectKey(NAMESPACE, pool)).orElseThrow().copy();
    edit.accept(tree);
    pools.shown(new ApiObject(tree));
  }

  /** Stops or resumes work on the Cluster. */
  void pause(boolean paused) {
    clusters.shown(new ApiObject(cluster(paused)));
  }

  /** Another process takes over, which remembers nothing. */
  void restart() {
    restart(Serving.DEFAULT);
  }

  /** Another process with other options takes over. */
  void restart(Serving serving) {
    controller = start(serving);
  }

  /** One pass; the time until the next one is due, if it asks for one. */
  Optional<Duration> pass(ObjectKey config) {
    return controller.reconcile(config) instanceof Requeue.After(Duration delay)
        ? Optional.of(delay)
        : Optional.empty();
  }

  /** One pass, and how it ends. */
  Requeue ending(ObjectKey config) {
    return controller.reconcile(config);
  }

  /** The Cluster that machines join. */
  FedWorkload workload() {
    return workload;
  }

  /** What the config's status says about its data; empty before it says anything. */
  Optional<Condition> told(ObjectKey config) {
    return configs.cache().get(config).flatMap(ConfigStage::condition);
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
  static BootstrapToken tokenIn(String data) {
    Matcher found = TOKEN.matcher(data);
    if (!found.find()) {
      throw new AssertionError("there is no token in the data");
    }
    return BootstrapToken.parse(found.group(1));
  }

  /** Until when the API server accepts a token; empty if it knows none such. */
  Optional<Instant> validUntil(BootstrapToken token) {
    return tokens().stream()
        .filter(seen -> seen.token().filter(token::equals).isPresent())
        .map(seen -> ((TokenState.Expiring) seen.state()).at())
        .findFirst();
  }

  List<WorkloadToken> tokens() {
    return cluster.stored("secrets").stream().map(WorkloadToken::new).toList();
  }

  /** Somebody removes a token. */
  void remove(BootstrapToken token) {
    tokens().stream()
        .filter(seen -> seen.token().filter(token::equals).isPresent())
        .forEach(seen -> cluster.client().delete(seen.object(), Propagation.BACKGROUND));
  }

  /** What Kubernetes does with tokens that have expired. */
  void cleanExpired() {
    tokens().stream()
        .filter(
            seen -> seen.state() instanceof TokenState.Expiring(Instant at) && !now.isBefore(at))
        .forEach(seen -> cluster.client().delete(seen.object(), Propagation.BACKGROUND));
  }

  @Override
  public void close() {
    events.close();
    management.close();
    cluster.close();
  }
}
