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
import java.util.Set;

/**
 * What a pass found out, as fields and conditions of an OCIMachinePool. InstancePoolReady and
 * LaunchTemplateReady are conditions of Cluster API's own provider, with its reasons;
 * InstancesUpToDate is Weir's.
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

  private static final String TEMPLATE = "LaunchTemplateReady";

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedInstancePool> _ -> ProviderReport.unknown(ready());
      case Observation.ProvenAbsent<ObservedInstancePool> _ -> absent();
      case Observation.Present<ObservedInstancePool> _
          when progress.ownershipConflict().isPresent() ->
          ProviderReport.unknown(ready());
      case Observation.Present<ObservedInstancePool>(ObservedInstancePool seen, _) ->
          seen.pool().map(pool -> made(pool, seen)).orElseGet(this::absent);
    };
  }

  private ProviderReport absent() {
    return ProviderReport.absent(ready())
        .withoutConditions(Set.of(TEMPLATE, ConditionTypes.INSTANCES_UP_TO_DATE));
  }

  private ProviderReport made(InstancePool pool, ObservedInstancePool seen) {
    var members = PoolMembers.of(seen.instances().stream());
    var annotations = new HashMap<String, Optional<String>>();
    annotations.put(InstancePoolNotes.ID, Optional.of(pool.id()));
    annotations.put(InstancePoolNotes.CREATION, Optional.empty());
    var conditions = new ArrayList<>(ready());
    conditions.add(Condition.ofTrue(TEMPLATE));
    var size = OptionalInt.empty();
    if (progress.resolution().orElse(null)
        instanceof ResolveResult.Resolved<DesiredInstancePool>(DesiredInstancePool desired)) {
      int current = upToDate(desired, seen);
      annotations.put(
          MetadataKeys.UP_TO_DATE_REPLICAS,
          current == members.replicas()
              ? Optional.empty()
              : Optional.of(Integer.toString(current)));
      if (!progress.deleting()) {
        conditions.add(instances(current, members.replicas()));
      }
      size = desired.size().isEmpty() ? OptionalInt.of(pool.size()) : size;
    }
    ProviderReport report =
        ProviderReport.of(members, !progress.deleting() && !pool.isGoing(), conditions);
    ObjectNode spec = report.spec();
    spec.put("ocid", pool.id()).put("providerID", "oci://" + pool.id());
    // Upstream's core would make Machines for what no Machine ends.
    report.status().putNull("infrastructureMachineKind");
    return report.withAnnotations(annotations).withReplicas(size);
  }

  private static int upToDate(DesiredInstancePool desired, ObservedInstancePool seen) {
    return PoolMembers.of(
            seen.instances().stream()
                .filter(
                    each ->
                        InstancePoolPlanner.freshness(seen, desired, each) != Freshness.OUTDATED))
        .replicas();
  }

  private Condition instances(int current, int all) {
    if (current == all) {
      return Condition.ofTrue(ConditionTypes.INSTANCES_UP_TO_DATE);
    }
    String numbers =
        "%d of %d instances are made from what the pool asks for".formatted(current, all);
    return progress
        .rollout()
        .map(
            rollout ->
                rollout.stalled()
                    ? outdated("Warning", "RolloutStalled", numbers + "; " + rollout.message())
                    : outdated("Info", "RollingOut", numbers + "; " + rollout.message()))
        .orElseGet(() -> outdated("Info", "InstancesOutdated", numbers));
  }

  private static Condition outdated(String severity, String reason, String message) {
    return Condition.ofFalse(ConditionTypes.INSTANCES_UP_TO_DATE, severity, reason, message);
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
