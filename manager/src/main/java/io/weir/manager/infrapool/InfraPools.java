package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.engine.pace.Pace;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.kernel.work.Reconciler;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.SteadyClock;
import io.weir.manager.objects.Changes;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.manager.objects.NamedSecrets;
import io.weir.provider.Desired;
import io.weir.provider.Observed;
import io.weir.provider.PoolProvider;
import io.weir.provider.Progress.Failure;
import io.weir.provider.Scope;
import io.weir.provider.Step;
import io.weir.provider.Unready;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts the controller of one infrastructure pool kind together with what it watches. */
public final class InfraPools implements AutoCloseable {

  private static final String BY_CLUSTER = "infrastructure-cluster";
  private static final String BY_CLOUD_NAME = "cloud-name";
  private static final String BY_DATA_SECRET = "data-secret";

  private final Controller controller;
  private final CloudScopes<?> scopes;

  private InfraPools(Controller controller, CloudScopes<?> scopes) {
    this.controller = controller;
    this.scopes = scopes;
  }

  /**
   * What controllers of every kind share.
   *
   * @param keys where the providers take credentials from
   * @param clock what is written on pools for people to read
   * @param steady what is due, and what came after what
   */
  public record Shared(
      KubeCluster management,
      ObjectCache secrets,
      CloudKeys keys,
      WatchFilter filter,
      EventRecorder events,
      Clock clock,
      SteadyClock steady,
      Pace pace,
      int workers) {}

  /** The controller of the provider's kind, not started. */
  public static <D extends Desired, O extends Observed> InfraPools of(
      PoolProvider<D, O> provider, Shared shared) {
    return new Wiring<>(provider, shared).build();
  }

  /** The controller, to be started and stopped with the others. */
  public Controller controller() {
    return controller;
  }

  /** Stops looking at the cloud. */
  @Override
  public void close() {
    scopes.close();
  }

  private static final class Wiring<D extends Desired, O extends Observed> {

    private final PoolProvider<D, O> provider;
    private final Shared shared;
    private final GroupKind kind;
    private final ObjectCache pools;
    private final ObjectCache machinePools;
    private final ObjectCache clusters;
    private final NamedSecrets secrets;
    private final DeferredWaker waker = new DeferredWaker();

    Wiring(PoolProvider<D, O> provider, Shared shared) {
      this.provider = provider;
      this.shared = shared;
      this.kind = provider.kind().groupKind();
      this.pools = shared.management().cache(kind);
      this.machinePools = shared.management().cache(GroupKind.MACHINE_POOL);
      this.clusters = shared.management().cache(GroupKind.CLUSTER);
      this.secrets = secrets();
    }

    InfraPools build() {
      index();
      var scopes =
          new CloudScopes<>(provider, shared.steady(), shared.pace(), this::wakeByCloudName);
      var reads = new TrackedReads(related());
      var setbacks = new Setbacks(shared.steady());
      KeyUsers keys = keyUsers(reads, scopes, setbacks);
      var reader = new PoolReader(provider, machinePools, clusters, secrets, reads);
      var parts =
          new InfraPoolController.Parts<>(
              provider,
              pools,
              shared.management().client(),
              scopes,
              keys,
              setbacks,
              new Telling(pools, shared.events()),
              shared.clock(),
              shared.steady());
      var passes = new InfraPoolController<>(parts, reader, reads);
      Reconciler filtered = new FilteredReconciler(shared.filter(), pools, tidying(passes));
      return new InfraPools(waker.bind(sources(reads).build(filtered)), scopes);
    }

    private Map<GroupKind, ObjectCache> related() {
      var caches = new HashMap<GroupKind, ObjectCache>();
      provider.reads().forEach(read -> caches.put(read, shared.management().cache(read)));
      return caches;
    }

    private void wakeByCloudName(Scope scope, String name) {
      pools
          .byIndex(BY_CLOUD_NAME, scope.text() + "/" + name)
          .forEach(pool -> waker.accept(pool.key()));
    }

    private KeyUsers keyUsers(TrackedReads reads, CloudScopes<O> scopes, Setbacks setbacks) {
      var users =
          new KeyUsers(
              shared.keys(),
              reads,
              pools,
              scopes,
              pool -> {
                setbacks.lift(pool);
                waker.accept(pool);
              });
      shared.keys().add(users);
      return users;
    }

    private Reconciler tidying(Reconciler passes) {
      return key -> {
        secrets.tidy();
        shared.keys().tidy();
        return passes.reconcile(key);
      };
    }

    private NamedSecrets secrets() {
      return new NamedSecrets(
          shared.secrets(),
          shared.management().informers(),
          shared.management().client(),
          secret -> !machinePools.byIndex(BY_DATA_SECRET, secret.toString()).isEmpty(),
          change -> {
            if (DataSecrets.matters(change)) {
              bootedFrom(change.object()).forEach(waker);
            }
          });
    }

    private void index() {
      pools.index(
          BY_CLUSTER,
          pool -> inCluster(pool.namespace(), pool.label(Keys.CLUSTER_NAME).orElse("")));
      pools.index(
          BY_CLOUD_NAME,
          pool ->
              pool.annotation(Keys.SCOPE)
                  .map(scope -> Set.of(scope + "/" + provider.cloudName(pool)))
                  .orElse(Set.of()));
      machinePools.index(BY_DATA_SECRET, Wiring::dataSecret);
    }

    private Controller.Builder sources(TrackedReads reads) {
      Controller.Builder builder =
          Controller.named(kind.kind().toLowerCase(Locale.ROOT))
              .workers(shared.workers())
              .quiet(Duration.ofMillis(200))
              .watch(pools)
              .watch(machinePools, this::referenced, Changes::ofIntent)
              .watch(clusters, this::ofCluster, Changes::ofCluster)
              .watch(shared.secrets(), this::bootedFrom, DataSecrets::matters);
      for (GroupKind read : provider.reads()) {
        builder = builder.watch(shared.management().cache(read), reads::readersOf);
      }
      return builder;
    }

    private Set<ObjectKey> referenced(ApiObject machinePool) {
      ContractReference reference =
          machinePool.as(MachinePool.class).spec().template().spec().infrastructureRef();
      return reference.groupKind().equals(kind)
          ? Set.of(new ObjectKey(machinePool.namespace(), reference.name()))
          : Set.of();
    }

    private Set<ObjectKey> ofCluster(ApiObject cluster) {
      return pools.byIndex(BY_CLUSTER, cluster.key().toString()).stream()
          .map(ApiObject::key)
          .collect(Collectors.toSet());
    }

    private Set<ObjectKey> bootedFrom(ApiObject secret) {
      var concerned = new HashSet<ObjectKey>();
      machinePools
          .byIndex(BY_DATA_SECRET, secret.key().toString())
          .forEach(machinePool -> concerned.addAll(referenced(machinePool)));
      return concerned;
    }

    private static Set<String> inCluster(String namespace, String cluster) {
      return cluster.isEmpty() ? Set.of() : Set.of(new ObjectKey(namespace, cluster).toString());
    }

    private static Set<String> dataSecret(ApiObject machinePool) {
      String name = machinePool.at("/spec/template/spec/bootstrap/dataSecretName").asText("");
      return name.isEmpty()
          ? Set.of()
          : Set.of(new ObjectKey(machinePool.namespace(), name).toString());
    }
  }

  /** Tells people what is done in the cloud, as Events on the pool. */
  private record Telling(ObjectCache pools, EventRecorder events)
      implements CloudPass.StepListener {

    @Override
    public void done(ObjectKey pool, Step step) {
      pools
          .get(pool)
          .ifPresent(
              object ->
                  events.normal(
                      object,
                      step.getClass().getSimpleName(),
                      "Reconcile",
                      step.what() + ": " + step.because()));
    }

    @Override
    public void failed(ObjectKey pool, Failure failure) {
      pools
          .get(pool)
          .ifPresent(
              object ->
                  events.warning(
                      object,
                      EventReasons.FAILED,
                      "Reconcile",
                      "cannot " + failure.doing() + ": " + failure.error().getMessage()));
    }

    @Override
    public void blocked(ObjectKey pool, Unready why) {
      pools
          .get(pool)
          .ifPresent(
              object ->
                  events.warning(
                      object, why.reason(), "Reconcile", String.valueOf(why.getMessage())));
    }
  }
}
