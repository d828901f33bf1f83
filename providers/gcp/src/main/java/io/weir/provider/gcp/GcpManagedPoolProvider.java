package io.weir.provider.gcp;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
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
import io.weir.provider.gcp.account.GcpIdentities;
import io.weir.provider.gcp.account.GkeScopeResolver;
import io.weir.provider.gcp.account.calls.GcpSessions;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.api.GcpManagedMachinePool;
import io.weir.provider.gcp.nodepool.DesiredNodePool;
import io.weir.provider.gcp.nodepool.GkeCluster;
import io.weir.provider.gcp.nodepool.NodePoolPlanner;
import io.weir.provider.gcp.nodepool.NodePoolReporter;
import io.weir.provider.gcp.nodepool.NodePoolResolver;
import io.weir.provider.gcp.nodepool.NodePoolStep;
import io.weir.provider.gcp.nodepool.ObservedNodePool;
import io.weir.provider.gcp.nodepool.calls.NodePoolCalls;
import io.weir.provider.gcp.nodepool.calls.NodePoolObserver;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * GCPManagedMachinePool: one node pool of a GKE cluster. The decisions are elsewhere; here they
 * meet the connections.
 */
public final class GcpManagedPoolProvider
    implements PoolProvider<DesiredNodePool, ObservedNodePool> {

  private static final PoolKind KIND =
      new PoolKind(GcpConstants.MANAGED_MACHINE_POOL, GcpConstants.MANAGED_POOL_FINALIZER);

  private static final PoolTraits SIZED_BY_GKE =
      PoolTraits.DEFAULT.withSizing(new PoolTraits.Sizing.ByCloud(MetadataKeys.CLOUD_AUTOSCALER));

  /** What GKE replaces nodes for when it changes. */
  private static final Set<String> MACHINE_FIELDS =
      Set.of(
          "diskSizeGb",
          "diskSizeGB",
          "diskType",
          "imageType",
          "instanceType",
          "linuxNodeConfig",
          "localSsdCount",
          "machineType",
          "maxPodsPerNode",
          "nodeNetwork",
          "nodeSecurity",
          "preemptible",
          "spot");

  private static final NodePoolPlanner PLANNER = new NodePoolPlanner();

  private final GcpSessions sessions;
  private final GcpIdentities identities;
  private final GkeScopeResolver scopes;
  private final Clock clock;
  private final Map<CloudScope, NodePoolObserver> observers = new ConcurrentHashMap<>();

  /**
   * A provider for pools of the kind.
   *
   * @param identities who may use which credentials
   */
  public GcpManagedPoolProvider(GcpSessions sessions, GcpIdentities identities, Clock clock) {
    this.sessions = sessions;
    this.identities = identities;
    this.scopes = new GkeScopeResolver(sessions.containerAddresses(), sessions.addresses());
    this.clock = clock;
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public Optional<ControlPlaneAccess> controlPlaneAccess() {
    return Optional.of(new GkeControlPlaneAccess(sessions, identities, scopes));
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return pool.as(GcpManagedMachinePool.class).spec().isAutoscaled()
        ? SIZED_BY_GKE
        : PoolTraits.DEFAULT;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return GkeScopeResolver.RELATED_KINDS;
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return scopes.resolve(in);
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return GkeScopeResolver.isPossible(cloudScope);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identities.authorize(identity, pool);
  }

  @Override
  public String cloudName(ApiObject pool) {
    return NodePoolResolver.name(pool);
  }

  @Override
  public ResolveResult<DesiredNodePool> resolveDesiredState(PoolInputs in, QueryResults known) {
    return NodePoolResolver.resolve(in, known);
  }

  @Override
  public QueryResult query(CloudScope cloudScope, CloudQuery cloudQuery) throws ProviderException {
    return switch (cloudQuery) {
      case GkeCluster.Query _ ->
          new GkeCluster.Found(calls(cloudScope).cluster().map(GkeCluster::of));
      default -> PoolProvider.super.query(cloudScope, cloudQuery);
    };
  }

  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ObservedNodePool> out)
      throws ProviderException {
    observer(reads.scope()).observe(sessions.gkeSessionFor(reads.scope()), observationRequest, out);
  }

  /** GKE does not tell which nodes it has replaced; once nothing is to come, all of them. */
  @Override
  public Freshness freshness(
      DesiredNodePool desired, PlanContext<ObservedNodePool> now, Instance instance) {
    return isSettled(desired, now) ? Freshness.CURRENT : Freshness.UNKNOWN;
  }

  @Override
  public Set<String> machineFields() {
    return MACHINE_FIELDS;
  }

  @Override
  public boolean isSettled(DesiredNodePool desired, PlanContext<ObservedNodePool> now) {
    return now.observation()
        .observedState()
        .filter(seen -> NodePoolPlanner.isSettled(desired, seen))
        .isPresent();
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<DesiredNodePool> poolIntent, PlanContext<ObservedNodePool> now) {
    return PLANNER.plan(poolIntent, now);
  }

  @Override
  public Receipt<ObservedNodePool> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ObservedNodePool> before,
      String idempotencyKey)
      throws ProviderException {
    NodePoolCalls calls = calls(cloudScope);
    try {
      switch ((NodePoolStep) planStep) {
        case NodePoolStep.CreateNodePool create -> calls.create(create.body());
        case NodePoolStep.MarkNodePool mark -> calls.update(mark.name(), mark.etag(), mark.body());
        case NodePoolStep.UpdateNodePool update ->
            calls.update(update.name(), update.etag(), update.fields());
        case NodePoolStep.SetAutoscaling set -> calls.set(set.name(), "setAutoscaling", set.body());
        case NodePoolStep.SetManagement set -> calls.set(set.name(), "setManagement", set.body());
        case NodePoolStep.ResizeNodePool resize ->
            calls.set(resize.name(), "setSize", resize.body());
        case NodePoolStep.DeleteNodePool delete -> calls.delete(delete.name());
      }
    } finally {
      // Whatever came of it: what was read before it is not what there is.
      observer(cloudScope).invalidate();
    }
    return Receipt.of(before);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<DesiredNodePool, ObservedNodePool> reportContext) {
    return new NodePoolReporter(reportContext).report();
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    observers.remove(cloudScope);
    sessions.release(cloudScope);
  }

  private NodePoolCalls calls(CloudScope cloudScope) throws ProviderException {
    return new NodePoolCalls(sessions.gkeSessionFor(cloudScope).cluster());
  }

  private NodePoolObserver observer(CloudScope cloudScope) {
    return observers.computeIfAbsent(cloudScope, _ -> new NodePoolObserver(clock));
  }
}
