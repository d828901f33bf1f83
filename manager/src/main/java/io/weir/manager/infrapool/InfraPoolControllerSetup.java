package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.settled.SettledMachinePool;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.kernel.work.Reconciler;
import io.weir.manager.brake.ManagerBrake;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.MonotonicClock;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.manager.drain.NodeDrainer;
import io.weir.manager.drain.WatchedDrainRules;
import io.weir.manager.objects.ChangePredicates;
import io.weir.manager.objects.ClusterShare;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.manager.objects.ManagementCluster;
import io.weir.manager.objects.ReferencedSecrets;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterListener;
import io.weir.pass.PassListener;
import io.weir.pass.SecretWritten;
import io.weir.pass.StepBackoff;
import io.weir.pass.StepWritten;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.Place;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolSecret;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts the controller of one infrastructure pool kind together with what it watches. */
public final class InfraPoolControllerSetup implements AutoCloseable {

  private static final String BY_CLUSTER = "infrastructure-cluster";
  private static final String BY_CLUSTER_OF_NODES = "cluster-of-nodes";
  private static final String BY_PLACE = "place";
  private static final String BY_DATA_SECRET = "data-secret";
  private static final String BY_OWN_SECRET = "own-secret";

  private final Controller controller;
  private final PoolDrains drains;

  private InfraPoolControllerSetup(Controller controller, PoolDrains drains) {
    this.controller = controller;
    this.drains = drains;
  }

  /**
   * What controllers of every kind share.
   *
   * @param brake holds back what ends instances
   * @param onlyNamespace the only namespace that is looked after; empty for all
   * @param credentials where the providers take credentials from
   * @param workloads the Nodes of the pools; absent where no role reaches into workload clusters
   * @param drainer takes Nodes out of service; absent where the Nodes are
   * @param clock what is written on pools for people to read
   * @param monotonicClock what is due, and what came after what
   */
  public record SharedDependencies(
      KubeCluster management,
      ManagementCluster managementCluster,
      ManagerBrake brake,
      String onlyNamespace,
      ObjectCache secrets,
      WatchedCredentials credentials,
      Optional<WorkloadClusterAccess> workloads,
      Optional<NodeDrainer> drainer,
      WatchFilter filter,
      EventRecorder events,
      Clock clock,
      MonotonicClock monotonicClock,
      int workers) {}

  /**
   * The controller of the provider's kind, not started.
   *
   * @param cloudScopes the scopes that it shares with other kinds of its cloud
   */
  public static <D extends DesiredState, O extends ObservedState> InfraPoolControllerSetup of(
      PoolProvider<D, O> provider, CloudScopes cloudScopes, SharedDependencies sharedDependencies) {
    return new Wiring<>(provider, cloudScopes, sharedDependencies).build();
  }

  /** The controller, to be started and stopped with the others. */
  public Controller controller() {
    return controller;
  }

  /** Hands over what is still to be told; the controller is stopped with the others. */
  @Override
  public void close() {
    drains.close();
  }

  private static final class Wiring<D extends DesiredState, O extends ObservedState> {

    private final PoolProvider<D, O> provider;
    private final CloudScopes cloudScopes;
    private final SharedDependencies sharedDependencies;
    private final GroupKind kind;
    private final ObjectCache pools;
    private final ObjectCache machinePools;
    private final ObjectCache clusters;
    private final ReferencedSecrets secrets;
    private final DeferredWaker waker = new DeferredWaker();

    Wiring(
        PoolProvider<D, O> provider,
        CloudScopes cloudScopes,
        SharedDependencies sharedDependencies) {
      this.provider = provider;
      this.cloudScopes = cloudScopes;
      this.sharedDependencies = sharedDependencies;
      this.kind = provider.kind().groupKind();
      this.pools = sharedDependencies.management().cache(kind);
      this.machinePools = sharedDependencies.management().cache(GroupKind.MACHINE_POOL);
      this.clusters = sharedDependencies.management().cache(GroupKind.CLUSTER);
      this.secrets = secrets();
    }

    InfraPoolControllerSetup build() {
      index();
      SharedScopeStates<O> scopes = cloudScopes.of(provider, this::wakeByPlace);
      var reads = new TrackedReads(related());
      var stepBackoff = new StepBackoff(sharedDependencies.monotonicClock());
      sharedDependencies.management().kinds().onChange(changed -> retry(changed, stepBackoff));
      CredentialUsers keys = keyUsers(reads, scopes, stepBackoff);
      var drains =
          new PoolDrains(
              sharedDependencies.drainer(),
              kind,
              pools,
              WatchedDrainRules.of(sharedDependencies.management()),
              sharedDependencies.events(),
              waker);
      Optional<PoolMachineObjects> machineObjects =
          provider
              .machines()
              .map(
                  machines ->
                      new PoolMachineObjects(
                          sharedDependencies.management(), machines, kind, waker));
      var reader =
          new InfraPoolReader(
              provider,
              machinePools,
              clusters,
              secrets,
              new PoolSecretAccess(
                  secrets,
                  sharedDependencies.credentials(),
                  sharedDependencies.management().client()),
              new OwnershipClaims(
                  sharedDependencies.managementCluster(),
                  pools,
                  sharedDependencies.onlyNamespace()),
              reads,
              new PoolObjectCaches(sharedDependencies.management(), kind, reads, waker),
              machineObjects,
              sharedDependencies.workloads(),
              drains,
              sharedDependencies.management().client());
      var audit = new PassAudit(kind);
      var dependencies =
          new InfraPoolController.Dependencies<>(
              provider,
              pools,
              sharedDependencies.management().client(),
              scopes,
              keys,
              stepBackoff,
              sharedDependencies.brake(),
              new StepEventRecorder(pools, sharedDependencies.events(), audit),
              audit,
              machineObjects.flatMap(this::machineWriter),
              waker::acceptAfter,
              sharedDependencies.clock(),
              sharedDependencies.monotonicClock());
      sharedDependencies
          .workloads()
          .ifPresent(workloads -> workloads.subscribe(new NodeMemberWaker(machineObjects)));
      var passes = new InfraPoolController<>(dependencies, reader, reads);
      Reconciler filtered =
          new FilteredReconciler(sharedDependencies.filter(), pools, tidying(passes));
      return new InfraPoolControllerSetup(waker.bind(sources(reads).build(filtered)), drains);
    }

    /** What waited for a kind to be installed, or in another version, waits no longer. */
    private void retry(GroupKind installed, StepBackoff stepBackoff) {
      pools.list().stream()
          .filter(pool -> provider.objectKinds(pool).contains(installed))
          .map(ApiObject::key)
          .forEach(
              pool -> {
                stepBackoff.releaseUserErrors(pool);
                waker.accept(pool);
              });
    }

    private Optional<PoolMachineWriter<O>> machineWriter(PoolMachineObjects objects) {
      return provider
          .machines()
          .map(
              machines ->
                  new PoolMachineWriter<>(
                      machines,
                      provider.kind().conditionStyle(),
                      objects,
                      sharedDependencies.management().client(),
                      sharedDependencies.clock()));
    }

    private Map<GroupKind, ObjectCache> related() {
      var caches = new HashMap<GroupKind, ObjectCache>();
      provider
          .relatedKinds()
          .forEach(read -> caches.put(read, sharedDependencies.management().cache(read)));
      return caches;
    }

    private void wakeByPlace(CloudScope cloudScope, String name) {
      pools
          .byIndex(BY_PLACE, new Place(cloudScope, name).annotationValue())
          .forEach(pool -> waker.accept(pool.key()));
    }

    /** Pools whose members are Nodes, and those that wait for Nodes of members that leave. */
    private boolean followsNodes(ApiObject pool) {
      return provider.traits(pool).membersAreNodes()
          || pool.annotation(MetadataKeys.RETIREMENTS).isPresent();
    }

    /** A Node that changes concerns the pools that follow Nodes. */
    private final class NodeMemberWaker implements WorkloadClusterListener {
      private final Optional<PoolMachineObjects> machines;

      NodeMemberWaker(Optional<PoolMachineObjects> machines) {
        this.machines = machines;
      }

      @Override
      public void reachabilityChanged(ObjectKey cluster) {
        wake(cluster);
        if (provider.machines().isPresent()) {
          pools.byIndex(BY_CLUSTER, cluster.toString()).forEach(pool -> waker.accept(pool.key()));
        }
      }

      @Override
      public void nodeChanged(
          ObjectKey cluster, Optional<WorkloadNode> before, Optional<WorkloadNode> after) {
        wake(cluster);
        if (!shown(before).equals(shown(after))) {
          wakeShowing(cluster, before);
          wakeShowing(cluster, after);
        }
      }

      @Override
      public void nodeLabelsChanged(ObjectKey cluster) {
        wake(cluster);
      }

      /** What the machine of a Node shows of it. */
      private static List<Object> shown(Optional<WorkloadNode> node) {
        return node.map(WorkloadNode::facts).stream()
            .<Object>flatMap(
                facts ->
                    Stream.of(
                        facts.providerId(), facts.uid(), facts.ready(), facts.kubeletVersion()))
            .toList();
      }

      private void wakeShowing(ObjectKey cluster, Optional<WorkloadNode> node) {
        String id = node.map(each -> each.facts().providerId()).orElse("");
        if (!id.isEmpty()) {
          machines.ifPresent(known -> known.poolsOf(cluster.namespace(), id).forEach(waker));
        }
      }

      private void wake(ObjectKey cluster) {
        pools
            .byIndex(BY_CLUSTER_OF_NODES, cluster.toString())
            .forEach(pool -> waker.accept(pool.key()));
      }
    }

    private CredentialUsers keyUsers(
        TrackedReads reads, SharedScopeStates<O> scopes, StepBackoff stepBackoff) {
      var users =
          new CredentialUsers(
              sharedDependencies.credentials(),
              reads,
              pools,
              scopes,
              pool -> {
                stepBackoff.releaseUserErrors(pool);
                waker.accept(pool);
              });
      sharedDependencies.credentials().addUsers(users);
      return users;
    }

    private Reconciler tidying(Reconciler passes) {
      return key -> {
        secrets.stopUnusedWatches();
        sharedDependencies.credentials().stopUnusedWatches();
        return passes.reconcile(key);
      };
    }

    private ReferencedSecrets secrets() {
      return new ReferencedSecrets(
          sharedDependencies.secrets(),
          sharedDependencies.management().informers(),
          sharedDependencies.management().client(),
          secret ->
              !machinePools.byIndex(BY_DATA_SECRET, secret.toString()).isEmpty()
                  || !ownersByName(secret).isEmpty(),
          change -> {
            if (BootstrapDataReader.isRelevant(change)) {
              bootedFrom(change.object()).forEach(waker);
            }
            if (isRelevantToOwner(change)) {
              ownersByName(change.key()).forEach(waker);
            }
          });
    }

    private void index() {
      pools.addIndex(
          BY_CLUSTER,
          pool -> inCluster(pool.namespace(), pool.label(MetadataKeys.CLUSTER_NAME).orElse("")));
      pools.addIndex(
          BY_CLUSTER_OF_NODES,
          pool ->
              followsNodes(pool)
                  ? inCluster(pool.namespace(), pool.label(MetadataKeys.CLUSTER_NAME).orElse(""))
                  : Set.of());
      pools.addIndex(
          BY_PLACE, pool -> pool.annotation(MetadataKeys.PLACE).map(Set::of).orElse(Set.of()));
      machinePools.addIndex(BY_DATA_SECRET, Wiring::dataSecret);
      provider
          .secret()
          .ifPresent(own -> pools.addIndex(BY_OWN_SECRET, pool -> ownSecret(own, pool)));
    }

    private Controller.Builder sources(TrackedReads reads) {
      Controller.Builder builder =
          Controller.named(kind.kind().toLowerCase(Locale.ROOT))
              .workers(sharedDependencies.workers())
              .sharedBy(key -> ClusterShare.of(key, pools))
              .debounce(Duration.ofMillis(200))
              .watch(pools)
              .watch(machinePools, this::referenced, Wiring::isRelevant)
              .watch(clusters, this::ofCluster, ChangePredicates::isRelevantClusterChange)
              .watch(
                  sharedDependencies.secrets(), this::bootedFrom, BootstrapDataReader::isRelevant)
              .watch(
                  sharedDependencies.secrets(),
                  secret -> ownersByName(secret.key()),
                  Wiring::isRelevantToOwner);
      sharedDependencies.brake().onChange(() -> all().forEach(waker));
      // Not waited for: without the right to read decisions, there are none.
      sharedDependencies.managementCluster().decisionObjects().subscribe(_ -> all().forEach(waker));
      for (GroupKind read : provider.relatedKinds()) {
        builder = builder.watch(sharedDependencies.management().cache(read), reads::readersOf);
      }
      return builder;
    }

    /** Of a MachinePool's status that alone: what it has settled with is noted on its pool. */
    private static boolean isRelevant(Change change) {
      return ChangePredicates.isSpecOrMetadataChange(change)
          || (change instanceof Change.Updated(ApiObject old, ApiObject now)
              && SettledMachinePool.isSettled(now)
              && !SettledMachinePool.isSettled(old));
    }

    private Set<ObjectKey> referenced(ApiObject machinePool) {
      ContractReference reference =
          machinePool.as(MachinePool.class).spec().template().spec().infrastructureRef();
      return reference.groupKind().equals(kind)
          ? Set.of(new ObjectKey(machinePool.namespace(), reference.name()))
          : Set.of();
    }

    private Set<ObjectKey> all() {
      return pools.list().stream().map(ApiObject::key).collect(Collectors.toSet());
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

    /** The pools whose own Secret has that name, whoever made it. */
    private Set<ObjectKey> ownersByName(ObjectKey secret) {
      return provider.secret().isEmpty()
          ? Set.of()
          : pools.byIndex(BY_OWN_SECRET, secret.toString()).stream()
              .map(ApiObject::key)
              .collect(Collectors.toSet());
    }

    private static Set<String> ownSecret(PoolSecret own, ApiObject pool) {
      return Set.of(new ObjectKey(pool.namespace(), own.name(pool)).toString());
    }

    private static boolean isRelevantToOwner(Change change) {
      return ChangePredicates.hasChanged(change, "/data")
          || ChangePredicates.hasChanged(change, "/metadata/labels")
          || ChangePredicates.hasChanged(change, "/metadata/ownerReferences");
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

  /** Tells people what is done in the cloud, as Events on the pool, and auditors. */
  private record StepEventRecorder(ObjectCache pools, EventRecorder events, PassAudit audit)
      implements PassListener {

    @Override
    public void written(StepWritten stepWritten) {
      audit.written(stepWritten);
    }

    @Override
    public void done(ObjectKey pool, PlanStep planStep) {
      pools
          .get(pool)
          .ifPresent(
              object ->
                  events.normal(
                      object,
                      planStep.eventReason(),
                      "Reconcile",
                      planStep.description() + ": " + planStep.reason()));
    }

    @Override
    public void secretWritten(SecretWritten secretWritten) {
      pools
          .get(secretWritten.pool())
          .ifPresent(
              object ->
                  events.normal(
                      object,
                      secretWritten.created()
                          ? EventReasons.CREATE_SECRET
                          : EventReasons.UPDATE_SECRET,
                      "Reconcile",
                      secretWritten.message()));
    }

    @Override
    public void failed(ObjectKey pool, CallFailure callFailure) {
      pools
          .get(pool)
          .ifPresent(
              object ->
                  events.warning(object, EventReasons.FAILED, "Reconcile", callFailure.message()));
    }

    @Override
    public void left(ObjectKey pool, String why) {
      pools
          .get(pool)
          .ifPresent(object -> events.warning(object, EventReasons.LEFT_IN_CLOUD, "Delete", why));
    }

    @Override
    public void blocked(ObjectKey pool, PrerequisiteException why) {
      pools
          .get(pool)
          .ifPresent(
              object ->
                  events.warning(
                      object, why.reason(), "Reconcile", String.valueOf(why.getMessage())));
    }
  }
}
