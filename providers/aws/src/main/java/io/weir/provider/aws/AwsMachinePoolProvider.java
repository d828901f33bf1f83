package io.weir.provider.aws;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.Actor;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.Freshness;
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
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
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
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.group.calls.LifecycleHookDetail;
import io.weir.provider.aws.group.calls.ScalingFailureDetail;
import io.weir.provider.aws.machinepool.AwsAnnotations;
import io.weir.provider.aws.machinepool.AwsDesiredState;
import io.weir.provider.aws.machinepool.AwsDesiredStateResolver;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.machinepool.AwsPlanner;
import io.weir.provider.aws.machinepool.AwsReporter;
import io.weir.provider.aws.machinepool.calls.AwsObserver;
import io.weir.provider.aws.machinepool.calls.AwsQueryRunner;
import io.weir.provider.aws.machinepool.calls.AwsStepApplier;
import io.weir.provider.aws.machinepool.calls.PoolCalls;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.refresh.calls.InstanceRefreshDetail;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * AWSMachinePool: one launch template and one Auto Scaling group, both named like the pool. The
 * decisions are elsewhere; here they meet the connections.
 */
public final class AwsMachinePoolProvider
    implements PoolProvider<AwsDesiredState, AwsObservedState> {

  /** The kind that this provider serves. */
  public static final GroupKind GROUP_KIND =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");

  private static final PoolKind KIND = new PoolKind(GROUP_KIND, AwsMetadataKeys.POOL_FINALIZER);
  private static final PoolTraits TRAITS =
      PoolTraits.DEFAULT
          .withBootstrapData()
          .withDrainsBy(Actor.WEIR)
          .withVictimsPickedBy(Actor.WEIR);

  private static final AwsPlanner PLANNER = new AwsPlanner();

  private final AwsSessions sessions;
  private final ClusterIdentities identities;
  private final Clock clock;
  private final List<PoolDetail<AwsObservedState, ?>> details;
  private final Map<CloudScope, AwsObserver> observers = new ConcurrentHashMap<>();

  /**
   * A provider for pools of the kind.
   *
   * @param sessions closed by whoever opened them
   */
  public AwsMachinePoolProvider(AwsSessions sessions, ClusterIdentities identities, Clock clock) {
    this.sessions = sessions;
    this.identities = identities;
    this.clock = clock;
    this.details =
        List.of(
            new InstanceRefreshDetail<>(this::calls),
            new ScalingFailureDetail<>(this::calls),
            new LifecycleHookDetail<>(this::calls));
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
    return AwsScopeResolver.relatedKinds();
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return AwsScopeResolver.resolve(in);
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return AwsScopeResolver.isPossible(cloudScope);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identities.authorize(identity, pool, relatedObjects);
  }

  @Override
  public ResolveResult<AwsDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return AwsDesiredStateResolver.resolve(in, known);
  }

  @Override
  public Map<CloudQuery, QueryResult> query(CloudScope cloudScope, Collection<CloudQuery> queries)
      throws ProviderException {
    return new AwsQueryRunner(calls(cloudScope)).run(queries);
  }

  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    observer(reads.scope()).observe(calls(reads.scope()), reads, observationRequest, out);
  }

  @Override
  public void observeRemains(
      ScopeReads reads, Set<String> cloudNames, ObservationSink<AwsObservedState> out)
      throws ProviderException {
    observer(reads.scope()).observeRemains(calls(reads.scope()), cloudNames, out);
  }

  @Override
  public List<PoolDetail<AwsObservedState, ?>> details() {
    return details;
  }

  @Override
  public Set<String> annotationKeys() {
    return AwsAnnotations.KEYS;
  }

  @Override
  public boolean needsDetailedObservation(
      PoolIntent<AwsDesiredState> poolIntent, ProviderAnnotations providerAnnotations) {
    return OwedRefresh.readFrom(providerAnnotations).isPresent()
        && poolIntent instanceof PoolIntent.Converge<AwsDesiredState> converge
        && !converge.desired().refresh().disabled();
  }

  @Override
  public Freshness freshness(
      AwsDesiredState desired, PlanContext<AwsObservedState> now, Instance instance) {
    return now.observation()
        .observedState()
        .map(seen -> seen.rollout(now.annotations()).freshness(instance))
        .orElse(Freshness.UNKNOWN);
  }

  @Override
  public Set<String> machineFields() {
    return AwsPlanner.MACHINE_FIELDS;
  }

  @Override
  public boolean isSettled(AwsDesiredState desired, PlanContext<AwsObservedState> now) {
    return PLANNER.isSettled(desired, now);
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<AwsDesiredState> poolIntent, PlanContext<AwsObservedState> now) {
    return PLANNER.plan(poolIntent, now);
  }

  @Override
  public List<PlanStep> planAnswers(List<PoolIntent.Held> held, PlanContext<AwsObservedState> now) {
    return AwsPlanner.answers(held, now);
  }

  @Override
  public Receipt<AwsObservedState> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<AwsObservedState> before,
      String idempotencyKey)
      throws ProviderException {
    var awsStepApplier = new AwsStepApplier(calls(cloudScope), observer(cloudScope).cache(), clock);
    return awsStepApplier.apply(planStep, before, idempotencyKey);
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    observers.remove(cloudScope);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<AwsDesiredState, AwsObservedState> reportContext) {
    return new AwsReporter(reportContext).report();
  }

  private PoolCalls calls(CloudScope cloudScope) {
    var session = sessions.sessionFor(cloudScope);
    return () -> session;
  }

  private AwsObserver observer(CloudScope cloudScope) {
    return observers.computeIfAbsent(cloudScope, _ -> new AwsObserver(clock));
  }
}
