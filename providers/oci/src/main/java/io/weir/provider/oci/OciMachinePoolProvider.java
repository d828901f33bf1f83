package io.weir.provider.oci;

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
import io.weir.provider.oci.account.ClusterIdentities;
import io.weir.provider.oci.account.NetworkQueries.AvailabilityDomains;
import io.weir.provider.oci.account.NetworkQueries.NetworkParts;
import io.weir.provider.oci.account.OciScopeResolver;
import io.weir.provider.oci.account.calls.NetworkCalls;
import io.weir.provider.oci.account.calls.OciSessions;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.instancepool.DesiredInstancePool;
import io.weir.provider.oci.instancepool.InstancePool;
import io.weir.provider.oci.instancepool.InstancePoolNotes;
import io.weir.provider.oci.instancepool.InstancePoolPlanner;
import io.weir.provider.oci.instancepool.InstancePoolReporter;
import io.weir.provider.oci.instancepool.InstancePoolResolver;
import io.weir.provider.oci.instancepool.InstancePoolStep;
import io.weir.provider.oci.instancepool.ObservedInstancePool;
import io.weir.provider.oci.instancepool.calls.InstancePoolCalls;
import io.weir.provider.oci.instancepool.calls.InstancePoolObserver;
import io.weir.provider.oci.instancepool.calls.LaunchFailureDetail;
import io.weir.provider.oci.machine.OciPoolMachines;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * OCIMachinePool: an instance pool and the configurations that it makes instances from, named like
 * the object. The decisions are elsewhere; here they meet the calls.
 */
public final class OciMachinePoolProvider
    implements PoolProvider<DesiredInstancePool, ObservedInstancePool> {
  private static final PoolKind KIND =
      new PoolKind(
          OciKinds.MACHINE_POOL,
          OciKinds.MACHINE_POOL_FINALIZER,
          Set.of(),
          PoolKind.ConditionStyle.WITH_SEVERITY,
          PoolKind.NameUniqueness.SHARED);

  private static final PoolTraits TRAITS =
      PoolTraits.DEFAULT
          .withBootstrapData()
          .withRollsBy(Actor.WEIR)
          .withDrainsBy(Actor.WEIR)
          .withVictimsPickedBy(Actor.WEIR);

  private static final InfrastructureMachines<ObservedInstancePool> MACHINES =
      new OciPoolMachines<>(OciPoolMachines.SELF_MANAGED);

  private final OciSessions sessions;
  private final OciScopeResolver scopes;
  private final ClusterIdentities identities;
  private final Clock clock;

  /** A provider that calls Oracle Cloud by these sessions. */
  public OciMachinePoolProvider(OciSessions sessions, ClusterIdentities identities, Clock clock) {
    this.sessions = sessions;
    this.scopes = new OciScopeResolver(identities.settings());
    this.identities = identities;
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
    return OciScopeResolver.CLUSTER_KINDS;
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return OciScopeResolver.isOfCluster(cloudScope);
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return scopes.ofCluster(in);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identities.authorize(identity, pool, relatedObjects);
  }

  @Override
  public ResolveResult<DesiredInstancePool> resolveDesiredState(PoolInputs in, QueryResults known) {
    return InstancePoolResolver.resolve(in, known);
  }

  @Override
  public QueryResult query(CloudScope cloudScope, CloudQuery cloudQuery) throws ProviderException {
    var network = new NetworkCalls(sessions.clientFor(cloudScope));
    return switch (cloudQuery) {
      case AvailabilityDomains asked -> network.domains(asked);
      case NetworkParts asked -> network.parts(asked);
      default -> PoolProvider.super.query(cloudScope, cloudQuery);
    };
  }

  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ObservedInstancePool> out)
      throws ProviderException {
    new InstancePoolObserver(calls(reads.scope())).observe(observationRequest, out);
  }

  @Override
  public List<PoolDetail<ObservedInstancePool, ?>> details() {
    return List.of(new LaunchFailureDetail(sessions));
  }

  @Override
  public Optional<InfrastructureMachines<ObservedInstancePool>> machines() {
    return Optional.of(MACHINES);
  }

  @Override
  public Set<String> annotationKeys() {
    return InstancePoolNotes.keys();
  }

  @Override
  public Set<String> machineFields() {
    return Set.of("instanceConfiguration");
  }

  @Override
  public Freshness freshness(
      DesiredInstancePool desired, PlanContext<ObservedInstancePool> now, Instance instance) {
    return now.observation()
        .observedState()
        .map(seen -> InstancePoolPlanner.freshness(seen, desired, instance))
        .orElse(Freshness.UNKNOWN);
  }

  @Override
  public boolean isSettled(DesiredInstancePool desired, PlanContext<ObservedInstancePool> now) {
    return now.observation()
        .observedState()
        .filter(seen -> InstancePoolPlanner.isSettled(seen, desired))
        .isPresent();
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<DesiredInstancePool> poolIntent, PlanContext<ObservedInstancePool> now) {
    return new InstancePoolPlanner(now.pool()).plan(poolIntent, now);
  }

  @Override
  public Receipt<ObservedInstancePool> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ObservedInstancePool> before,
      String idempotencyKey)
      throws ProviderException {
    InstancePoolCalls calls = calls(cloudScope);
    return switch ((InstancePoolStep) planStep) {
      case InstancePoolStep.CreateInstanceConfiguration create -> {
        var made = calls.createConfiguration(create.fields(), create.retryToken());
        yield after(before, seen -> seen.with(made));
      }
      case InstancePoolStep.CreateInstancePool create -> {
        InstancePool made = calls.create(create.fields(), create.retryToken());
        yield InstancePoolNotes.noting(after(before, seen -> seen.with(made)), made.id());
      }
      case InstancePoolStep.MarkInstancePool mark -> {
        InstancePool made = calls.update(mark.id(), mark.etag(), mark.fields());
        yield after(before, seen -> seen.with(made));
      }
      case InstancePoolStep.MarkInstanceConfiguration mark -> {
        var made = calls.tagConfiguration(mark.id(), mark.fields());
        yield after(
            before,
            seen ->
                seen.configuration(mark.id())
                    .map(known -> seen.with(known.withTags(made.tags())))
                    .orElse(seen));
      }
      case InstancePoolStep.UpdateInstancePool update -> {
        InstancePool made = calls.update(update.id(), update.etag(), update.fields());
        yield after(before, seen -> seen.with(made));
      }
      case InstancePoolStep.ResizeInstancePool resize -> {
        InstancePool made = calls.resize(resize.id(), resize.etag(), resize.size());
        yield after(before, seen -> seen.with(made));
      }
      case InstancePoolStep.EndInstance end -> {
        calls.end(end.id(), end.instance(), end.shrink());
        yield after(before, seen -> seen.withGoing(end.instance(), end.shrink()));
      }
      case InstancePoolStep.DeleteInstancePool delete -> {
        calls.delete(delete.id(), delete.etag());
        yield after(
            before,
            seen -> seen.pool().map(pool -> seen.with(pool.in("TERMINATING"))).orElse(seen));
      }
      case InstancePoolStep.DeleteInstanceConfiguration delete -> {
        calls.deleteConfiguration(delete.id());
        yield after(before, seen -> seen.without(delete.id()));
      }
    };
  }

  private Receipt<ObservedInstancePool> after(
      Observation<ObservedInstancePool> before, UnaryOperator<ObservedInstancePool> change) {
    ObservedInstancePool seen =
        change.apply(before.observedState().orElse(ObservedInstancePool.NONE));
    return Receipt.of(
        Observation.of(Optional.of(seen).filter(there -> !there.isEmpty()), clock.instant()));
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<DesiredInstancePool, ObservedInstancePool> reportContext) {
    return new InstancePoolReporter(reportContext).report();
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    sessions.release(cloudScope);
  }

  private InstancePoolCalls calls(CloudScope cloudScope) {
    return new InstancePoolCalls(sessions.clientFor(cloudScope), cloudScope);
  }
}
