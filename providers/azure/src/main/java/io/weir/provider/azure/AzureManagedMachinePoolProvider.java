package io.weir.provider.azure;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.ManagementObjects;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolTraits;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import io.weir.provider.azure.account.ClusterIdentities;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.azure.akscluster.calls.AksClusterCalls;
import io.weir.provider.azure.akspool.AksPool;
import io.weir.provider.azure.akspool.AksPoolDesiredState;
import io.weir.provider.azure.akspool.AksPoolResolver;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.aso.AgentPool;
import io.weir.provider.azure.aso.AsoObservedState;
import io.weir.provider.azure.aso.AsoPlanner;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * AzureManagedMachinePool: a node pool of AKS, made of an object of Azure Service Operator. All of
 * it is in the management cluster; only the cluster of AKS itself is asked of Azure.
 */
public final class AzureManagedMachinePoolProvider
    implements PoolProvider<AksPoolDesiredState, AsoObservedState> {

  private static final PoolKind KIND =
      new PoolKind(AzureKinds.MANAGED_MACHINE_POOL, AzureMetadataKeys.MANAGED_POOL_FINALIZER);

  private final ControlPlaneAccess controlPlaneAccess;

  /** A provider that enters clusters of AKS by these sessions. */
  public AzureManagedMachinePoolProvider(
      AzureSessions sessions, ClusterIdentities identities, Clock clock) {
    this.controlPlaneAccess =
        new AksControlPlaneAccess(new AksClusterCalls(sessions, clock), identities);
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    PoolTraits traits = PoolTraits.DEFAULT.withNodesAsMembers();
    return AksPool.isAutoscaled(pool)
        ? traits.withSizing(new PoolTraits.Sizing.ByCloud(AksPool.SIZED_BY_AKS))
        : traits;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return Set.of(AzureKinds.MANAGED_CONTROL_PLANE);
  }

  @Override
  public Optional<ControlPlaneAccess> controlPlaneAccess() {
    return Optional.of(controlPlaneAccess);
  }

  @Override
  public Set<GroupKind> objectKinds() {
    return Set.of(AsoKinds.AGENT_POOL);
  }

  @Override
  public String objectKindRemedy(GroupKind kind) {
    return AsoKinds.remedy(kind);
  }

  @Override
  public String fieldManager() {
    return AsoKinds.FIELD_MANAGER;
  }

  @Override
  public CloudScope scope(PoolInputs in) {
    return CloudScope.MANAGEMENT_CLUSTER;
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return cloudScope.equals(CloudScope.MANAGEMENT_CLUSTER);
  }

  @Override
  public ResolveResult<AksPoolDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return ResolveResult.of(() -> AksPoolResolver.resolve(in));
  }

  @Override
  public Observation<AsoObservedState> withObjects(
      ApiObject pool,
      PoolIdentity poolIdentity,
      Observation<AsoObservedState> cloud,
      ManagementObjects objects) {
    return AksPool.observe(pool, objects)
        .<Observation<AsoObservedState>>map(found -> new Observation.Present<>(found, cloud.asOf()))
        .orElse(cloud);
  }

  @Override
  public Optional<Map<String, String>> nodeLabels(ApiObject pool, AsoObservedState observed) {
    return observed.agentPool().map(AgentPool::nodeLabels);
  }

  /** Once AKS is left alone: the pool goes there with its cluster, the last System pool too. */
  @Override
  public boolean goesWithCluster(
      PoolIntent.Delete<AksPoolDesiredState> intent, AsoObservedState observed) {
    return intent.withCluster() && AsoPlanner.isPaused(observed);
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<AksPoolDesiredState> poolIntent, PlanContext<AsoObservedState> now) {
    return poolIntent instanceof PoolIntent.Delete<AksPoolDesiredState>(boolean withCluster)
            && withCluster
        ? AsoPlanner.plan(new PoolIntent.Pause<AksPoolDesiredState>(), now)
        : AsoPlanner.plan(poolIntent, now);
  }

  /** Nothing of it is asked of Azure. */
  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<AsoObservedState> out) {}

  /** All steps are on objects. */
  @Override
  public Receipt<AsoObservedState> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<AsoObservedState> before,
      String idempotencyKey)
      throws ProviderException {
    throw new ProviderException.Rejected(
        "pools of this kind are objects of the management cluster", null);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<AksPoolDesiredState, AsoObservedState> reportContext) {
    return AksPool.report(pool, reportContext);
  }
}
