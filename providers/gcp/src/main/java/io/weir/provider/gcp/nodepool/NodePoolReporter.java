package io.weir.provider.gcp.nodepool;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolReadiness.ReadinessState;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.gcp.api.GkeConditions;
import io.weir.provider.managed.SpecAppliedCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a pass found out, as fields and conditions of a GCPManagedMachinePool. SpecApplied and
 * InstancesUpToDate are Weir's; the others are those of Cluster API's own provider.
 *
 * @param progress what was found out
 */
public record NodePoolReporter(ReportContext<DesiredNodePool, ObservedNodePool> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedNodePool> _ -> ProviderReport.unknown(ready());
      case Observation.ProvenAbsent<ObservedNodePool> _ -> ProviderReport.absent(ready());
      case Observation.Present<ObservedNodePool> _ when progress.ownershipConflict().isPresent() ->
          ProviderReport.unknown(ready());
      case Observation.Present<ObservedNodePool>(ObservedNodePool seen, _) -> made(seen);
    };
  }

  private ProviderReport made(ObservedNodePool seen) {
    List<Instance> nodes = seen.instances();
    var conditions = new ArrayList<>(ready());
    String status = seen.pool().status();
    conditions.add(
        progress(
            GkeConditions.POOL_CREATING, status, NodePool.PROVISIONING, GkeConditions.CREATED));
    conditions.add(
        progress(GkeConditions.POOL_UPDATING, status, NodePool.RECONCILING, GkeConditions.UPDATED));
    if (progress.deleting()) {
      conditions.add(Condition.ofTrue(GkeConditions.POOL_DELETING, "", ""));
    }
    OptionalInt size = OptionalInt.empty();
    Optional<DesiredNodePool> want = desired();
    if (want.isPresent()) {
      conditions.add(withSeverity(applied(want.get(), seen).toCondition()));
      conditions.add(withSeverity(want.get().upgrade(seen).toCondition()));
      boolean elsewhere = want.get().size().isEmpty() && !seen.groups().isEmpty();
      size = elsewhere ? OptionalInt.of(seen.size()) : size;
    }
    boolean works = nodes.stream().anyMatch(node -> node.state() == Instance.State.RUNNING);
    boolean usable = seen.pool().isRunning() || status.equals(NodePool.RECONCILING) || works;
    ProviderReport report =
        ProviderReport.of(new PoolMembers(nodes), usable && !progress.deleting(), conditions);
    // Upstream's core would wait for Machines, which nobody makes.
    report.status().putNull("infrastructureMachineKind");
    return report.withReplicas(size);
  }

  private Optional<DesiredNodePool> desired() {
    return progress
        .resolution()
        .filter(each -> each.blocker().isEmpty())
        .flatMap(ResolveResult::target);
  }

  private static Condition progress(String type, String status, String during, String done) {
    return status.equals(during)
        ? Condition.ofTrue(type, "", "")
        : Condition.ofFalse(type, "Info", done, "");
  }

  private static SpecAppliedCondition applied(DesiredNodePool want, ObservedNodePool seen) {
    var remarks = new ArrayList<>(want.remarks());
    if (want.size().isPresent() && want.autoscaling().isEmpty() && seen.pool().isAutoscaled()) {
      remarks.add(
          "GKE's autoscaler sizes the node pool, so spec.replicas of the MachinePool has no effect:"
              + " set spec.scaling.enableAutoscaling to false to scale by it, or spec.scaling to"
              + " the bounds of the autoscaler");
    }
    return new SpecAppliedCondition(
        seen.pool().name(),
        NodePoolChanges.fixed(want, seen),
        NodePoolChanges.of(want, seen).stream()
            .map(NodePoolChanges.Change::field)
            // Told by the condition of the version.
            .filter(field -> !field.equals("nodeVersion"))
            .toList(),
        "the node pool is " + seen.pool().status(),
        remarks);
  }

  private List<Condition> ready() {
    Optional<PoolReadiness> how = PoolReadiness.of(progress, this::special);
    Optional<String> impossible =
        progress.observation() instanceof Observation.ProvenAbsent<ObservedNodePool>
                && !progress.deleting()
            ? desired().flatMap(want -> want.impossibleSize(Optional.empty()))
            : Optional.empty();
    return impossible
        .map(PoolReadiness::blocked)
        .or(() -> how)
        .map(this::conditions)
        .orElse(List.of());
  }

  private List<Condition> conditions(PoolReadiness how) {
    var style = PoolKind.ConditionStyle.WITH_SEVERITY;
    boolean forCluster =
        progress.resolution().flatMap(ResolveResult::blocker).isPresent()
            && how.state() == ReadinessState.WAITING;
    String waiting =
        progress.deleting() ? GkeConditions.POOL_DELETING : GkeConditions.POOL_CREATING;
    String failed = GkeConditions.RECONCILIATION_FAILED;
    var all = new ArrayList<Condition>();
    all.addAll(how.toConditions(style, reasons(waiting, failed, failed), ConditionTypes.READY));
    all.addAll(
        how.toConditions(
            style,
            reasons(
                forCluster && !progress.deleting()
                    ? GkeConditions.WAITING_FOR_CONTROL_PLANE
                    : waiting,
                failed,
                GkeConditions.FAILED),
            GkeConditions.POOL_READY));
    return all;
  }

  private static Map<ReadinessState, String> reasons(
      String waiting, String blocked, String degraded) {
    return Map.of(
        ReadinessState.WAITING, waiting,
        ReadinessState.BLOCKED, blocked,
        ReadinessState.DEGRADED, degraded);
  }

  /** What goes before all that can be said of any pool. */
  private Optional<PoolReadiness> special(ObservedNodePool seen) {
    String name = seen.pool().name();
    if (progress.deleting()) {
      return Optional.of(
          PoolReadiness.waiting(
              "node pool %s is being deleted, %d nodes are left"
                  .formatted(name, seen.instances().size())));
    }
    if (seen.pool().isDeleting()) {
      return Optional.of(
          PoolReadiness.waiting(
              "node pool %s is being deleted by somebody else; Weir recreates it".formatted(name)));
    }
    if (seen.pool().status().equals(NodePool.PROVISIONING)) {
      String why = seen.problem().map(problem -> ": " + problem).orElse("");
      return Optional.of(
          PoolReadiness.waiting("GKE is creating node pool %s%s".formatted(name, why)));
    }
    return desired()
        .filter(_ -> !seen.pool().isAutoscaled())
        .flatMap(want -> want.impossibleSize(Optional.of(seen.pool())))
        .map(PoolReadiness::blocked);
  }

  private static Condition withSeverity(Condition condition) {
    return condition.status() == ConditionStatus.FALSE
        ? Condition.ofFalse(condition.type(), "Info", condition.reason(), condition.message())
        : condition;
  }
}
