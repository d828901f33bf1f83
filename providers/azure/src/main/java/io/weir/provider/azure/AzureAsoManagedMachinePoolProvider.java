package io.weir.provider.azure;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
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
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.aso.AgentPool;
import io.weir.provider.azure.aso.AsoObservedState;
import io.weir.provider.azure.aso.AsoPlanner;
import io.weir.provider.azure.asopool.AsoPool;
import io.weir.provider.azure.asopool.AsoPoolDesiredState;
import io.weir.provider.azure.asopool.AsoPoolReporter;
import io.weir.provider.azure.asopool.AsoPoolResolver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * AzureASOManagedMachinePool: objects of Azure Service Operator, one of them a node pool of AKS.
 * All of it is in the management cluster.
 */
public final class AzureAsoManagedMachinePoolProvider
    implements PoolProvider<AsoPoolDesiredState, AsoObservedState> {

  private static final PoolKind KIND =
      new PoolKind(AzureKinds.ASO_MANAGED_MACHINE_POOL, AzureMetadataKeys.ASO_POOL_FINALIZER);

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    PoolTraits traits = PoolTraits.DEFAULT.withNodesAsMembers();
    return AsoPool.isAutoscaled(pool)
        ? traits.withSizing(new PoolTraits.Sizing.ByCloud(AsoPool.SIZED_BY_AKS))
        : traits;
  }

  @Override
  public Set<GroupKind> objectKinds() {
    return Set.of(AsoKinds.AGENT_POOL);
  }

  @Override
  public Set<GroupKind> objectKinds(ApiObject pool) {
    return AsoPool.kinds(pool);
  }

  @Override
  public boolean isObjectKind(GroupKind kind) {
    return AsoKinds.isOne(kind);
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
  public ResolveResult<AsoPoolDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return ResolveResult.of(() -> AsoPoolResolver.resolve(in));
  }

  @Override
  public Observation<AsoObservedState> withObjects(
      ApiObject pool,
      PoolIdentity poolIdentity,
      Observation<AsoObservedState> cloud,
      ManagementObjects objects) {
    return AsoPool.observe(pool, objects)
        .<Observation<AsoObservedState>>map(found -> new Observation.Present<>(found, cloud.asOf()))
        .orElse(cloud);
  }

  @Override
  public Optional<Map<String, String>> nodeLabels(ApiObject pool, AsoObservedState observed) {
    return observed.agentPool().map(AgentPool::nodeLabels);
  }

  /** With its cluster, AKS deletes the node pool as well. */
  @Override
  public boolean goesWithCluster(
      PoolIntent.Delete<AsoPoolDesiredState> intent, AsoObservedState observed) {
    return intent.withCluster();
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<AsoPoolDesiredState> poolIntent, PlanContext<AsoObservedState> now) {
    return AsoPlanner.plan(poolIntent, now);
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
      ApiObject pool, ReportContext<AsoPoolDesiredState, AsoObservedState> reportContext) {
    return new AsoPoolReporter(pool, reportContext).report();
  }
}
