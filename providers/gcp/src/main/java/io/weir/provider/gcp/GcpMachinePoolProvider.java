package io.weir.provider.gcp;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
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
import io.weir.provider.gcp.account.GcpIdentities;
import io.weir.provider.gcp.account.GcpScopeResolver;
import io.weir.provider.gcp.account.calls.GcpSessions;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.GroupPlanner;
import io.weir.provider.gcp.group.ObservedGroup;
import io.weir.provider.gcp.machinepool.GcpReporter;
import io.weir.provider.gcp.machinepool.GroupNames;
import io.weir.provider.gcp.machinepool.GroupResolver;
import io.weir.provider.gcp.machinepool.ZonesQuery;
import io.weir.provider.gcp.machinepool.calls.GroupObserver;
import io.weir.provider.gcp.machinepool.calls.GroupStepApplier;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * GCPMachinePool: one managed instance group, named after Cluster and pool. The decisions are
 * elsewhere; here they meet the connections.
 */
public final class GcpMachinePoolProvider implements PoolProvider<DesiredGroup, ObservedGroup> {

  private static final PoolKind KIND =
      new PoolKind(
          GcpConstants.MACHINE_POOL,
          GcpConstants.POOL_FINALIZER,
          Set.of(),
          PoolKind.ConditionStyle.WITH_REASON,
          PoolKind.NameUniqueness.UNIQUE);

  /** Google's own updater knows of no Nodes. */
  private static final PoolTraits TRAITS =
      PoolTraits.DEFAULT
          .withBootstrapData()
          .withRollsBy(Actor.WEIR)
          .withDrainsBy(Actor.WEIR)
          .withVictimsPickedBy(Actor.WEIR);

  /** Value of {@link MetadataKeys#ROLLOUT_ENGINE} on a pool that asks for it. */
  private static final String CLOUD = "cloud";

  private static final Set<String> MACHINE_FIELDS =
      Set.of(
          "additionalDisks",
          "additionalLabels",
          "additionalMetadata",
          "additionalNetworkTags",
          "confidentialCompute",
          "guestAccelerators",
          "image",
          "imageFamily",
          "instanceType",
          "ipForwarding",
          "onHostMaintenance",
          "preemptible",
          "provisioningModel",
          "publicIP",
          "resourceManagerTags",
          "rootDeviceSize",
          "rootDeviceType",
          "rootDiskEncryptionKey",
          "serviceAccounts",
          "shieldedInstanceConfig",
          "subnet");

  private static final GroupPlanner PLANNER = new GroupPlanner();

  private final GcpSessions sessions;
  private final GcpIdentities identities;
  private final GcpScopeResolver scopes;
  private final Clock clock;
  private final Map<CloudScope, GroupObserver> observers = new ConcurrentHashMap<>();

  /**
   * A provider for pools of the kind.
   *
   * @param identities who may use which credentials
   */
  public GcpMachinePoolProvider(GcpSessions sessions, GcpIdentities identities, Clock clock) {
    this.sessions = sessions;
    this.identities = identities;
    this.scopes = new GcpScopeResolver(sessions.addresses());
    this.clock = clock;
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  /** Google's updater replaces machines where the pool's own annotation asks for it. */
  @Override
  public PoolTraits traits(ApiObject pool) {
    boolean byCloud =
        pool.annotation(MetadataKeys.ROLLOUT_ENGINE).filter(CLOUD::equals).isPresent();
    return byCloud ? TRAITS.withRollsBy(Actor.CLOUD) : TRAITS;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return GcpScopeResolver.RELATED_KINDS;
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return scopes.resolve(in);
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return GcpScopeResolver.isPossible(cloudScope);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identities.authorize(identity, pool);
  }

  @Override
  public String cloudName(ApiObject pool) {
    return GroupNames.of(pool);
  }

  @Override
  public ResolveResult<DesiredGroup> resolveDesiredState(PoolInputs in, QueryResults known) {
    return GroupResolver.resolve(in, known);
  }

  @Override
  public QueryResult query(CloudScope cloudScope, CloudQuery cloudQuery) throws ProviderException {
    return switch (cloudQuery) {
      case ZonesQuery _ ->
          new ZonesQuery.Zones(GroupObserver.zones(sessions.clientFor(cloudScope)));
      default -> PoolProvider.super.query(cloudScope, cloudQuery);
    };
  }

  @Override
  public void observe(
      ScopeReads reads, ObservationRequest observationRequest, ObservationSink<ObservedGroup> out)
      throws ProviderException {
    observer(reads.scope())
        .observe(sessions.clientFor(reads.scope()), reads, observationRequest, out);
  }

  @Override
  public Set<String> annotationKeys() {
    return Set.of(GcpConstants.AUTOSCALER);
  }

  @Override
  public Freshness freshness(
      DesiredGroup desired, PlanContext<ObservedGroup> now, Instance instance) {
    return now.observation()
        .observedState()
        .map(seen -> seen.freshness(desired.template(), instance))
        .orElse(Freshness.UNKNOWN);
  }

  @Override
  public Set<String> machineFields() {
    return MACHINE_FIELDS;
  }

  @Override
  public boolean isSettled(DesiredGroup desired, PlanContext<ObservedGroup> now) {
    return now.observation()
        .observedState()
        .filter(ObservedGroup::hasGroup)
        .filter(seen -> GroupPlanner.isSettled(desired, seen))
        .isPresent();
  }

  @Override
  public List<PlanStep> plan(PoolIntent<DesiredGroup> poolIntent, PlanContext<ObservedGroup> now) {
    return PLANNER.plan(poolIntent, now);
  }

  @Override
  public Receipt<ObservedGroup> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ObservedGroup> before,
      String idempotencyKey)
      throws ProviderException {
    return new GroupStepApplier(sessions.clientFor(cloudScope), observer(cloudScope), clock)
        .apply(planStep, before, idempotencyKey);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<DesiredGroup, ObservedGroup> reportContext) {
    return new GcpReporter(reportContext).report();
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    observers.remove(cloudScope);
    sessions.release(cloudScope);
  }

  private GroupObserver observer(CloudScope cloudScope) {
    return observers.computeIfAbsent(cloudScope, _ -> new GroupObserver(clock));
  }
}
