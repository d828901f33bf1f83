package io.weir.provider.scaleway.report;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolReadiness;
import io.weir.provider.ReportContext;
import io.weir.provider.http.JsonFields;
import io.weir.provider.managed.KubernetesUpgrade;
import io.weir.provider.managed.SpecAppliedCondition;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.ScalewayObservedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The conditions of a pool. PoolReady, and Ready with the same words, are those of Scaleway's own
 * provider, with its reasons; the others are Weir's.
 */
record ScalewayPoolConditions(ReportContext<ScalewayDesiredState, ScalewayObservedState> progress) {
  private static final Map<PoolReadiness.ReadinessState, String> REASONS =
      Map.of(
          PoolReadiness.ReadinessState.READY, "Ready",
          PoolReadiness.ReadinessState.WAITING, "TransientStatus",
          PoolReadiness.ReadinessState.BLOCKED, "ReconciliationFailed",
          PoolReadiness.ReadinessState.DEGRADED, "NodesFail");

  List<Condition> ready() {
    return PoolReadiness.of(progress, this::special)
        .map(
            how ->
                how.toConditions(
                    PoolKind.ConditionStyle.WITH_REASON,
                    REASONS,
                    "PoolReady",
                    ConditionTypes.READY))
        .orElse(List.of());
  }

  List<Condition> all(
      ScalewayDesiredState scalewayDesiredState,
      ScalewayObservedState scalewayObservedState,
      KapsulePool made,
      KubernetesUpgrade kubernetesUpgrade) {
    var conditions = new ArrayList<>(ready());
    conditions.add(applied(scalewayDesiredState, scalewayObservedState, made).toCondition());
    conditions.add(kubernetesUpgrade.toCondition());
    return conditions;
  }

  /** What goes before all that can be said of any pool. */
  private Optional<PoolReadiness> special(ScalewayObservedState scalewayObservedState) {
    List<KapsulePool> ours = scalewayObservedState.marked(progress.pool(), progress.annotations());
    if (ours.isEmpty()) {
      return Optional.of(
          PoolReadiness.waiting(
              "Kapsule pool %s does not have the tags of this pool yet; Weir sets them next"
                  .formatted(progress.pool().cloudName())));
    }
    KapsulePool made = ours.getFirst();
    String name = made.name();
    if (progress.deleting()) {
      int left = scalewayObservedState.nodesOf(made).size();
      return Optional.of(
          PoolReadiness.waiting(
              "pool %s is being deleted, %d nodes are left".formatted(name, left)));
    }
    if (made.isDeleting()) {
      return Optional.of(
          PoolReadiness.waiting(
              "pool %s is being deleted by somebody else; Weir recreates it".formatted(name)));
    }
    if (made.isLocked()) {
      return Optional.of(
          PoolReadiness.blocked("Scaleway has locked pool %s: see its console".formatted(name)));
    }
    return ours.stream()
        .skip(1)
        .map(KapsulePool::id)
        .reduce((a, b) -> a + ", " + b)
        .map(
            others ->
                "several pools have its tags; %s is used, delete %s in Scaleway"
                    .formatted(made.id(), others))
        .map(PoolReadiness::blocked);
  }

  private static SpecAppliedCondition applied(
      ScalewayDesiredState scalewayDesiredState,
      ScalewayObservedState scalewayObservedState,
      KapsulePool made) {
    var open =
        new ArrayList<>(
            JsonFields.names(made.differingFields(scalewayDesiredState.mutableFields())));
    scalewayDesiredState.size().stream()
        .filter(size -> size != made.size())
        .forEach(_ -> open.add("size"));
    String hold =
        scalewayObservedState.cluster().isChangeBlocked()
            ? "cluster is " + scalewayObservedState.cluster().status()
            : "pool is " + made.status();
    var remarks =
        Stream.concat(
                scalewayDesiredState.remarks().stream(),
                scalewayDesiredState.keptBoundRemark(made).stream())
            .toList();
    return new SpecAppliedCondition(
        made.name(),
        JsonFields.names(made.differingFields(scalewayDesiredState.immutableFields())),
        open,
        hold,
        remarks);
  }
}
