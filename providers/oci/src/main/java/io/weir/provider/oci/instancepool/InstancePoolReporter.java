package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ConditionTypes;
import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.provider.Freshness;
import io.weir.provider.Observation;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolReadiness.ReadinessState;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a pass found out, as fields and conditions of an OCIMachinePool. InstancePoolReady and
 * LaunchTemplateReady are conditions of Cluster API's own provider, with its reasons.
 *
 * @param progress what was found out
 */
public record InstancePoolReporter(
    ReportContext<DesiredInstancePool, ObservedInstancePool> progress) {
  private static final Map<ReadinessState, String> REASONS =
      Map.of(
          ReadinessState.WAITING, "InstancePoolNotReady",
          ReadinessState.BLOCKED, "InstancePoolProvisionFailed",
          ReadinessState.DEGRADED, "InstancePoolProvisionFailed");

  private static final Map<ReadinessState, String> REASONS_AT_DELETION =
      Map.of(
          ReadinessState.WAITING, "InstancePoolDeletionInProgress",
          ReadinessState.BLOCKED, "InstancePoolProvisionFailed",
          ReadinessState.DEGRADED, "InstancePoolDeletionInProgress");

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedInstancePool> _ -> ProviderReport.unknown(ready());
      case Observation.ProvenAbsent<ObservedInstancePool> _ -> ProviderReport.absent(ready());
      case Observation.Present<ObservedInstancePool> _ when progress.hindrance().isPresent() ->
          ProviderReport.unknown(ready());
      case Observation.Present<ObservedInstancePool>(ObservedInstancePool seen, _) ->
          seen.pool().map(pool -> made(pool, seen)).orElseGet(() -> ProviderReport.absent(ready()));
    };
  }

  private ProviderReport made(InstancePool pool, ObservedInstancePool seen) {
    var members = PoolMembers.of(seen.instances().stream());
    var annotations = new HashMap<String, Optional<String>>();
    annotations.put(InstancePoolNotes.ID, Optional.of(pool.id()));
    annotations.put(InstancePoolNotes.CREATION, Optional.empty());
    var conditions = new ArrayList<>(ready());
    conditions.add(Condition.ofTrue("LaunchTemplateReady"));
    var size = OptionalInt.empty();
    if (progress.resolution().orElse(null)
        instanceof ResolveResult.Resolved<DesiredInstancePool>(DesiredInstancePool desired)) {
      annotations.put(MetadataKeys.UP_TO_DATE_REPLICAS, upToDate(desired, seen));
      size = desired.size().isEmpty() ? OptionalInt.of(pool.size()) : size;
    }
    ProviderReport report =
        ProviderReport.of(members, !progress.deleting() && !pool.isGoing(), conditions);
    ObjectNode spec = report.spec();
    spec.put("ocid", pool.id()).put("providerID", "oci://" + pool.id());
    return report.withAnnotations(annotations).withReplicas(size);
  }

  private static Optional<String> upToDate(DesiredInstancePool desired, ObservedInstancePool seen) {
    var current =
        PoolMembers.of(
            seen.instances().stream()
                .filter(
                    each ->
                        InstancePoolPlanner.freshness(seen, desired, each) != Freshness.OUTDATED));
    return current.replicas() == PoolMembers.of(seen.instances().stream()).replicas()
        ? Optional.empty()
        : Optional.of(Integer.toString(current.replicas()));
  }

  private List<Condition> ready() {
    return PoolReadiness.of(progress, this::special)
        .map(
            how ->
                how.toConditions(
                    PoolKind.ConditionStyle.WITH_SEVERITY,
                    progress.deleting() ? REASONS_AT_DELETION : REASONS,
                    "InstancePoolReady",
                    ConditionTypes.READY))
        .orElse(List.of());
  }

  /** What goes before all that can be said of any pool. */
  private Optional<PoolReadiness> special(ObservedInstancePool seen) {
    if (progress.deleting()) {
      return Optional.of(
          PoolReadiness.waiting(
              "instance pool %s is being deleted, %d instances are left"
                  .formatted(progress.pool().cloudName(), seen.members().size())));
    }
    if (seen.pool().isEmpty()) {
      return Optional.of(
          PoolReadiness.waiting(
              "instance pool %s does not exist yet".formatted(progress.pool().cloudName())));
    }
    return seen.pool()
        .filter(InstancePool::isGoing)
        .map(
            pool ->
                PoolReadiness.waiting(
                    "instance pool %s is being deleted by somebody else; Weir recreates it"
                        .formatted(pool.name())));
  }
}
