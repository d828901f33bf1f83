package io.weir.manager.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.config.V1Beta1ConfigStatusFields;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.objects.ReferencedSecrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A management cluster in memory with a Cluster that is ready, and the configs of one kind, each of
 * which a pool of its name has.
 */
public final class TokenlessConfigFixture implements AutoCloseable {

  private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");

  private final GroupKind kind;
  private final String version;
  private final FakeCache configs;
  private final FakeCache pools = cache(GroupKind.MACHINE_POOL);
  private final FakeCache clusters = cache(GroupKind.CLUSTER);
  private final FakeCache secrets =
      new FakeCache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
  private final MemoryApiServer management;
  private final EventRecorder events;
  private final Consumer<ObjectNode> cluster;

  /**
   * With no config.
   *
   * @param version of the kind
   * @param cluster what the Cluster has beside its milestones
   */
  public TokenlessConfigFixture(GroupKind kind, String version, Consumer<ObjectNode> cluster) {
    this.kind = kind;
    this.version = version;
    this.cluster = cluster;
    configs = cache(kind);
    try {
      management = new MemoryApiServer(() -> NOW).install(Crds.core());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    management.feed(configs);
    management.feed(secrets);
    events = new EventRecorder(management.client(), "test", () -> NOW);
    editCluster(_ -> {});
  }

  /** Objects of a kind that a test puts there. */
  public static FakeCache cache(GroupKind kind) {
    return new FakeCache(kind, ObjectSelector.everything());
  }

  /** The management cluster. */
  public MemoryApiServer management() {
    return management;
  }

  /** Puts the Cluster c there, changed. */
  public void editCluster(Consumer<ObjectNode> edit) {
    ObjectNode tree = TestObjects.cluster("default", "c");
    tree.withObject("/status/initialization")
        .put("infrastructureProvisioned", true)
        .put("controlPlaneInitialized", true);
    cluster.accept(tree);
    edit.accept(tree);
    clusters.put(new ApiObject(tree));
  }

  /** The pool workers, whose machines are of a kind of infrastructure. */
  public ApiObject putPool(String infrastructure) {
    ObjectNode pool = TestObjects.pool("default", "c", "workers");
    pool.withObject("/metadata").put("uid", "uid-of-workers");
    pool.withObject("/spec/template/spec/bootstrap/configRef").put("kind", kind.kind());
    pool.withObject("/spec/template/spec/infrastructureRef").put("kind", infrastructure);
    var stored = new ApiObject(pool);
    pools.put(stored);
    return stored;
  }

  /** The config of the pool workers. */
  public ObjectKey create(String infrastructure, String spec) {
    ObjectNode config = TestObjects.config(putPool(infrastructure), spec);
    config.put("apiVersion", kind.group() + "/" + version).put("kind", kind.kind());
    return management.client().create(config).key();
  }

  /** One pass over a config. */
  public void pass(ObjectKey config, Function<SecretContents, ConfigRenderer> renderer) {
    var named =
        new ReferencedSecrets(secrets.cache(), null, management.client(), _ -> true, _ -> {});
    var controller =
        new TokenlessConfigController(
            new TokenlessConfigController.Dependencies(
                configs.cache(),
                new ConfigStateReader(
                    Optional.of(pools.cache()),
                    cache(GroupKind.MACHINE).cache(),
                    clusters.cache(),
                    ServingPolicy.ServedMachines.ATTACHED),
                renderer.apply(new SecretContents(named, clusters.cache())),
                new BootstrapDataStore(secrets.cache(), management.client()),
                new ConfigReporter(
                    management.client(), events, new V1Beta1ConfigStatusFields(), "another"),
                () -> NOW));
    var _ = controller.reconcile(config);
  }

  /** The config as it is stored. */
  public ApiObject config(ObjectKey config) {
    return management.client().get(kind, config).orElseThrow();
  }

  /** What its status says. */
  public JsonNode status(ObjectKey config) {
    return config(config).at("/status");
  }

  /** The condition that says whether there is data. */
  public Condition condition(ObjectKey config) {
    return ConditionLists.find(status(config).path("conditions"), "DataSecretAvailable")
        .orElseThrow();
  }

  /** The Secrets with a cluster label. */
  public ObjectCache secrets() {
    return secrets.cache();
  }

  @Override
  public void close() {
    events.close();
    management.close();
  }
}
