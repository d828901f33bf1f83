package io.weir.provider.aws;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
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
import io.weir.provider.aws.account.AwsScopeResolver;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.api.AWSManagedMachinePool;
import io.weir.provider.aws.api.EksKeys;
import io.weir.provider.aws.eks.EksAnnotations;
import io.weir.provider.aws.eks.EksDesiredState;
import io.weir.provider.aws.eks.EksDesiredStateResolver;
import io.weir.provider.aws.eks.EksFeatures;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.aws.eks.EksPlanner;
import io.weir.provider.aws.eks.EksReporter;
import io.weir.provider.aws.eks.calls.EksMemory;
import io.weir.provider.aws.eks.calls.EksObserver;
import io.weir.provider.aws.eks.calls.EksPoolCalls;
import io.weir.provider.aws.eks.calls.EksQueryRunner;
import io.weir.provider.aws.eks.calls.EksStepApplier;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * AWSManagedMachinePool: one node group of an EKS cluster. The decisions are elsewhere; here they
 * meet the connections.
 */
public final class AwsManagedMachinePoolProvider
    implements PoolProvider<EksDesiredState, EksObservedState> {

  private static final PoolKind KIND = new PoolKind(EksKeys.POOL, EksKeys.FINALIZER);

  /** What nodes are made of; EKS replaces them when one of these changes. */
  private static final Set<String> MACHINE_FIELDS = Set.of("amiVersion", "awsLaunchTemplate");

  private final AwsSessions sessions;
  private final ClusterIdentities identities;
  private final EksFeatures features;
  private final Clock clock;
  private final Map<CloudScope, EksMemory> memories = new ConcurrentHashMap<>();

  /**
   * A provider for pools of the kind.
   *
   * @param sessions closed by whoever opened them
   */
  public AwsManagedMachinePoolProvider(
      AwsSessions sessions, ClusterIdentities identities, EksFeatures features, Clock clock) {
    this.sessions = sessions;
    this.identities = identities;
    this.features = features;
    this.clock = clock;
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return pool.as(AWSManagedMachinePool.class).spec().awsLaunchTemplate() == null
        ? PoolTraits.DEFAULT
        : PoolTraits.DEFAULT.withBootstrapData();
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return AwsScopeResolver.relatedKindsOfEks();
  }

  @Override
  public Optional<ControlPlaneAccess> controlPlaneAccess() {
    return Optional.of(new EksControlPlaneAccess(sessions, identities, clock));
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return AwsScopeResolver.resolveEks(in);
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return AwsScopeResolver.isPossibleForEks(cloudScope);
  }

  @Override
  public String cloudName(ApiObject pool) {
    return EksDesiredStateResolver.nodegroupName(pool);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identities.authorize(identity, pool, relatedObjects);
  }

  @Override
  public ResolveResult<EksDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return EksDesiredStateResolver.resolve(in, known, features);
  }

  @Override
  public Map<CloudQuery, QueryResult> query(CloudScope cloudScope, Collection<CloudQuery> queries)
      throws ProviderException {
    return new EksQueryRunner(calls(cloudScope)).run(queries);
  }

  @Override
  public void observe(
      ScopeReads reads, ObservationRequest request, ObservationSink<EksObservedState> out)
      throws ProviderException {
    observer(reads.scope()).observe(request, out);
  }

  @Override
  public void observeRemains(
      ScopeReads reads, Set<String> cloudNames, ObservationSink<EksObservedState> out)
      throws ProviderException {
    observer(reads.scope()).observeRemains(cloudNames, out);
  }

  @Override
  public Set<String> annotationKeys() {
    return EksAnnotations.KEYS;
  }

  /** EKS does not tell which nodes it has replaced; once nothing is to come, all of them. */
  @Override
  public Freshness freshness(
      EksDesiredState desired, PlanContext<EksObservedState> now, Instance instance) {
    return isSettled(desired, now) ? Freshness.CURRENT : Freshness.UNKNOWN;
  }

  @Override
  public Set<String> machineFields() {
    return MACHINE_FIELDS;
  }

  @Override
  public boolean isSettled(EksDesiredState desired, PlanContext<EksObservedState> now) {
    return new EksPlanner().isSettled(desired, now);
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<EksDesiredState> poolIntent, PlanContext<EksObservedState> now) {
    return new EksPlanner().plan(poolIntent, now);
  }

  @Override
  public Receipt<EksObservedState> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<EksObservedState> before,
      String idempotencyKey)
      throws ProviderException {
    return new EksStepApplier(calls(cloudScope), cloudScope.parentId(), memory(cloudScope), clock)
        .apply(planStep, before, idempotencyKey);
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    memories.remove(cloudScope);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<EksDesiredState, EksObservedState> reportContext) {
    return new EksReporter(reportContext).report();
  }

  private EksObserver observer(CloudScope cloudScope) {
    return new EksObserver(
        calls(cloudScope), cloudScope.parentId(), features, memory(cloudScope), clock);
  }

  private EksPoolCalls calls(CloudScope cloudScope) {
    var session = sessions.sessionFor(cloudScope);
    return () -> session;
  }

  private EksMemory memory(CloudScope cloudScope) {
    return memories.computeIfAbsent(cloudScope, _ -> new EksMemory());
  }
}
