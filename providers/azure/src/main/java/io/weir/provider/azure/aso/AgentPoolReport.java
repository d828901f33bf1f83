package io.weir.provider.azure.aso;

import io.weir.api.ApiObject;
import io.weir.api.conditions.Condition;
import io.weir.provider.Observation;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolReadiness.ReadinessState;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.api.AzureConditions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What a pass found out about a pool of AKS, as fields that all such pools have. A pool that AKS
 * has stays ready while it grows, shrinks or is upgraded. Its members are Nodes of its cluster.
 *
 * @param pool the object
 * @param context what was found out
 */
public record AgentPoolReport<D extends AsoDesiredState>(
    ApiObject pool, ReportContext<D, AsoObservedState> context) {

  private static final Map<ReadinessState, String> REASONS =
      Map.of(
          ReadinessState.WAITING, AzureConditions.CREATING,
          ReadinessState.BLOCKED, AzureConditions.FAILED,
          ReadinessState.DEGRADED, AzureConditions.FAILED);

  private static final Map<ReadinessState, String> REASONS_OF_DELETION =
      Map.of(
          ReadinessState.WAITING, AzureConditions.DELETING,
          ReadinessState.BLOCKED, AzureConditions.DELETION_FAILED,
          ReadinessState.DEGRADED, AzureConditions.DELETION_FAILED);

  /**
   * Conditions of these types, all of which say the same: whether the pool is there and well.
   *
   * @return empty if nothing is known of it yet
   */
  public List<Condition> readiness(String... types) {
    return PoolReadiness.of(context, this::special)
        .map(
            readiness ->
                readiness.toConditions(
                    PoolKind.ConditionStyle.WITH_SEVERITY,
                    context.deleting() ? REASONS_OF_DELETION : REASONS,
                    types))
        .orElse(List.of());
  }

  /** What was seen of it, if that is the pool's. */
  public Optional<AsoObservedState> seen() {
    return context.observation().observedState().filter(_ -> context.ownershipConflict().isEmpty());
  }

  /** The fields; those that nothing is known of are left out. */
  public ProviderReport report(List<Condition> conditions) {
    if (context.observation() instanceof Observation.ProvenAbsent<AsoObservedState>) {
      return ProviderReport.absent(conditions);
    }
    return seen()
        .map(there -> made(there, conditions))
        .orElseGet(() -> ProviderReport.unknown(conditions));
  }

  private ProviderReport made(AsoObservedState seen, List<Condition> conditions) {
    boolean there = exists(seen) && !context.deleting();
    ProviderReport report =
        context
            .nodes()
            .map(nodes -> ProviderReport.of(PoolMembers.ofNodes(nodes), there, conditions))
            .orElseGet(
                () -> {
                  ProviderReport unknown = ProviderReport.unknown(conditions);
                  unknown.status().put("ready", there);
                  return unknown;
                });
    return report.withReplicas(
        isSizedElsewhere()
            ? seen.agentPool().map(AgentPool::count).orElse(OptionalInt.empty())
            : OptionalInt.empty());
  }

  private Optional<PoolReadiness> special(AsoObservedState seen) {
    if (context.deleting()) {
      return Optional.of(deleting(seen));
    }
    List<AsoObject> objects = seen.objects().stream().map(AsoObject::new).toList();
    Optional<PoolReadiness> failed =
        objects.stream()
            .filter(object -> object.state() == AsoObject.State.FAILED)
            .findFirst()
            .map(_ -> PoolReadiness.blocked(seen.problem().orElse("")));
    return exists(seen) ? failed : failed.or(() -> progress(objects));
  }

  private static Optional<PoolReadiness> progress(List<AsoObject> objects) {
    return objects.stream()
        .flatMap(object -> object.progress().stream())
        .reduce((a, b) -> a + "; " + b)
        .map(PoolReadiness::waiting);
  }

  private static PoolReadiness deleting(AsoObservedState seen) {
    String names =
        seen.objects().stream()
            .map(object -> new AsoObject(object).toString())
            .collect(Collectors.joining(", "));
    return PoolReadiness.waiting(
        "waiting for %s to go%s".formatted(names, seen.problem().map("; "::concat).orElse("")));
  }

  private boolean exists(AsoObservedState seen) {
    return seen.agentPool()
        .filter(there -> there.exists(pool.at("/status/ready").asBoolean()))
        .isPresent();
  }

  private boolean isSizedElsewhere() {
    return context
        .resolution()
        .flatMap(ResolveResult::target)
        .filter(AsoDesiredState::isSizedElsewhere)
        .isPresent();
  }
}
