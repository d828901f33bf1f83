package io.weir.provider.azure;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.Actor;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.Freshness;
import io.weir.provider.InfrastructureMachines;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolDetail;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolSecret;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResult;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import io.weir.provider.azure.account.AzureScopeResolver;
import io.weir.provider.azure.account.ClusterIdentities;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.cloudconfig.CloudConfigSecret;
import io.weir.provider.azure.machine.AzurePoolMachines;
import io.weir.provider.azure.machinepool.AzurePoolSettings;
import io.weir.provider.azure.machinepool.AzureReporter;
import io.weir.provider.azure.machinepool.ScaleSetNames;
import io.weir.provider.azure.machinepool.ScaleSetResolver;
import io.weir.provider.azure.machinepool.calls.AzureObserver;
import io.weir.provider.azure.machinepool.calls.AzureQueryRunner;
import io.weir.provider.azure.machinepool.calls.AzureStepApplier;
import io.weir.provider.azure.machinepool.calls.OperationDetail;
import io.weir.provider.azure.machinepool.calls.Operations;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetAnnotations;
import io.weir.provider.azure.scaleset.ScaleSetPlanner;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * AzureMachinePool: one scale set, named like the pool. The decisions are elsewhere; here they meet
 * the connections.
 */
public final class AzureMachinePoolProvider
    implements PoolProvider<DesiredScaleSet, ObservedScaleSet> {

  private static final PoolKind KIND =
      new PoolKind(AzureKinds.MACHINE_POOL, AzureMetadataKeys.POOL_FINALIZER);

  /** Azure rolls nothing here, and knows of no Nodes. */
  private static final PoolTraits TRAITS =
      PoolTraits.DEFAULT
          .withBootstrapData()
          .withRollsBy(Actor.WEIR)
          .withDrainsBy(Actor.WEIR)
          .withVictimsPickedBy(Actor.WEIR);

  private static final Set<String> MACHINE_FIELDS =
      Set.of("identity", "systemAssignedIdentityRole", "template", "userAssignedIdentities");

  private static final AzurePoolMachines MACHINES = new AzurePoolMachines();
  private static final PoolSecret SECRET = new CloudConfigSecret();

  private static final ScaleSetPlanner PLANNER = new ScaleSetPlanner();

  private final AzureSessions sessions;
  private final ClusterIdentities identities;
  private final AzurePoolSettings settings;
  private final Clock clock;
  private final Operations operations = new Operations();
  private final Map<CloudScope, AzureObserver> observers = new ConcurrentHashMap<>();

  /**
   * A provider for pools of the kind.
   *
   * @param sessions closed by whoever opened them
   * @param identities who may use which credentials
   * @param settings what holds for all pools
   */
  public AzureMachinePoolProvider(
      AzureSessions sessions,
      ClusterIdentities identities,
      AzurePoolSettings settings,
      Clock clock) {
    this.sessions = sessions;
    this.identities = identities;
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return TRAITS;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return AzureScopeResolver.relatedKinds();
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return AzureScopeResolver.resolve(in);
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return AzureScopeResolver.isPossible(cloudScope);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identities.authorize(identity, pool, relatedObjects);
  }

  @Override
  public String cloudName(ApiObject pool) {
    return ScaleSetNames.of(pool);
  }

  @Override
  public Optional<PoolSecret> secret() {
    return Optional.of(SECRET);
  }

  @Override
  public ResolveResult<DesiredScaleSet> resolveDesiredState(PoolInputs in, QueryResults known) {
    return ScaleSetResolver.resolve(in, known, settings);
  }

  @Override
  public Map<CloudQuery, QueryResult> query(CloudScope cloudScope, Collection<CloudQuery> queries)
      throws ProviderException {
    return new AzureQueryRunner(sessions.clientFor(cloudScope)).run(queries);
  }

  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    observer(reads.scope())
        .observe(sessions.clientFor(reads.scope()), reads, observationRequest, out);
  }

  @Override
  public void observeRemains(
      ScopeReads reads, Set<String> cloudNames, ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    observer(reads.scope()).observeRemains(sessions.clientFor(reads.scope()), cloudNames, out);
  }

  @Override
  public List<PoolDetail<ObservedScaleSet, ?>> details() {
    return List.of(new OperationDetail(sessions, operations));
  }

  @Override
  public Optional<InfrastructureMachines<ObservedScaleSet>> machines() {
    return Optional.of(MACHINES);
  }

  @Override
  public Set<String> annotationKeys() {
    return ScaleSetAnnotations.KEYS;
  }

  @Override
  public Freshness freshness(
      DesiredScaleSet desired, PlanContext<ObservedScaleSet> now, Instance instance) {
    return now.observation()
        .observedState()
        .map(seen -> seen.freshness(instance))
        .orElse(Freshness.UNKNOWN);
  }

  @Override
  public Set<String> machineFields() {
    return MACHINE_FIELDS;
  }

  /**
   * Of a pool with protected settings nothing is noted: they stand in its spec, and a note would
   * keep them when people have replaced them.
   */
  @Override
  public boolean isSettled(DesiredScaleSet desired, PlanContext<ObservedScaleSet> now) {
    return desired.model().protectedSettings().byExtension().isEmpty()
        && now.observation()
            .observedState()
            .filter(seen -> ScaleSetPlanner.isSettled(desired, seen, now.annotations()))
            .isPresent();
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<DesiredScaleSet> poolIntent, PlanContext<ObservedScaleSet> now) {
    return PLANNER.plan(poolIntent, now);
  }

  @Override
  public Receipt<ObservedScaleSet> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ObservedScaleSet> before,
      String idempotencyKey)
      throws ProviderException {
    return new AzureStepApplier(
            sessions.clientFor(cloudScope), observer(cloudScope), operations, clock)
        .apply(planStep, before);
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    observers.remove(cloudScope);
    sessions.release(cloudScope);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<DesiredScaleSet, ObservedScaleSet> reportContext) {
    return new AzureReporter(reportContext).report();
  }

  private AzureObserver observer(CloudScope cloudScope) {
    return observers.computeIfAbsent(cloudScope, _ -> new AzureObserver(clock));
  }
}
