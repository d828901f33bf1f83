package org.example.shelf;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
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
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolNode;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolTraits;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * ShelfMachinePool: a ConfigMap named like the pool, of which somebody else, the keeper, makes
 * machines. The keeper answers in the ConfigMap, and the machines are known by a label of their
 * Nodes.
 */
public final class ShelfPoolProvider
    implements PoolProvider<ShelfDesiredState, ShelfObservedState> {

  private static final GroupKind CONFIG_MAP = new GroupKind("", "ConfigMap");

  private static final PoolKind KIND =
      new PoolKind(
          new GroupKind("infrastructure.cluster.x-k8s.io", "ShelfMachinePool"),
          "shelfmachinepool.example.org",
          Set.of(),
          PoolKind.ConditionStyle.WITH_REASON,
          PoolKind.NameUniqueness.UNIQUE);

  private static final Map<PoolReadiness.ReadinessState, String> REASONS =
      Map.of(
          PoolReadiness.ReadinessState.READY, "Kept",
          PoolReadiness.ReadinessState.WAITING, "NotKept",
          PoolReadiness.ReadinessState.BLOCKED, "NotKept",
          PoolReadiness.ReadinessState.DEGRADED, "KeptBadly");

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    PoolTraits traits = PoolTraits.DEFAULT.withNodesAsMembers();
    return ShelfDesiredState.isSizedByKeeper(pool)
        ? traits.withSizing(new PoolTraits.Sizing.ByCloud("shelf-keeper"))
        : traits;
  }

  @Override
  public Set<GroupKind> objectKinds() {
    return Set.of(CONFIG_MAP);
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
  public ResolveResult<ShelfDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return new ResolveResult.Resolved<>(ShelfDesiredState.of(in));
  }

  @Override
  public Observation<ShelfObservedState> withObjects(
      ApiObject pool,
      PoolIdentity poolIdentity,
      Observation<ShelfObservedState> cloud,
      ManagementObjects objects) {
    return objects
        .find(CONFIG_MAP, new ObjectKey(pool.namespace(), poolIdentity.cloudName()))
        .<Observation<ShelfObservedState>>map(
            found -> new Observation.Present<>(new ShelfObservedState(found), cloud.asOf()))
        .orElse(cloud);
  }

  @Override
  public Optional<Map<String, String>> nodeLabels(ApiObject pool, ShelfObservedState observed) {
    return observed.nodeLabels();
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<ShelfDesiredState> poolIntent, PlanContext<ShelfObservedState> now) {
    return new ShelfPlanner().plan(poolIntent, now);
  }

  /** Nothing of a shelf is in a cloud. */
  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ShelfObservedState> out) {}

  /** Nothing of a shelf is in a cloud. */
  @Override
  public Receipt<ShelfObservedState> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ShelfObservedState> before,
      String idempotencyKey)
      throws ProviderException {
    throw new ProviderException.Rejected("no cloud knows of shelves", null);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<ShelfDesiredState, ShelfObservedState> reportContext) {
    List<Condition> ready =
        PoolReadiness.of(reportContext, _ -> Optional.empty())
            .map(readiness -> readiness.toConditions(KIND.conditionStyle(), REASONS, "Ready"))
            .orElse(List.of());
    return switch (reportContext.observation()) {
      case Observation.Unknown<ShelfObservedState> _ -> ProviderReport.unknown(ready);
      case Observation.Present<ShelfObservedState> _
          when reportContext.ownershipConflict().isPresent() ->
          ProviderReport.unknown(ready);
      case Observation.Present<ShelfObservedState>(ShelfObservedState shelf, _) ->
          reportContext
              .nodes()
              .map(nodes -> kept(pool, shelf, nodes, reportContext.deleting(), ready))
              .orElseGet(() -> ProviderReport.unknown(ready));
      case Observation.ProvenAbsent<ShelfObservedState> _ -> ProviderReport.absent(ready);
    };
  }

  private static ProviderReport kept(
      ApiObject pool,
      ShelfObservedState shelf,
      List<PoolNode> nodes,
      boolean deleting,
      List<Condition> ready) {
    ProviderReport report = ProviderReport.of(PoolMembers.ofNodes(nodes), !deleting, ready);
    report.status().putObject("initialization").put("provisioned", true);
    return report.withReplicas(
        ShelfDesiredState.isSizedByKeeper(pool) ? shelf.kept() : OptionalInt.empty());
  }
}
