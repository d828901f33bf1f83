package io.weir.engine.pool;

import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;

/**
 * Whether a pool has as many machines as asked for, and whether enough of them can take work.
 *
 * @param provisioned whether the infrastructure pool was ever ready
 */
record ScaleConditions(PoolSnapshot pool, ReplicaCounts counts, boolean provisioned) {

  Condition available() {
    String type = ConditionTypes.AVAILABLE;
    if (pool.deleting()) {
      return Condition.of(type, false, ConditionReasons.NOT_AVAILABLE, "the pool is being deleted");
    }
    return switch (pool.workload()) {
      case WorkloadState.ClusterMissing clusterMissing ->
          new Condition(
              type,
              provisioned ? ConditionStatus.UNKNOWN : ConditionStatus.FALSE,
              "",
              ConditionReasons.OBJECT_DOES_NOT_EXIST,
              PoolProblems.clusterMissingMessage(clusterMissing));
      case WorkloadState.Unreachable down when provisioned ->
          Condition.ofUnknown(
              type, ConditionReasons.CONNECTION_DOWN, UnreachableNodesMessage.of(down));
      case WorkloadState.Unreachable _, WorkloadState.Reachable _ -> counted();
    };
  }

  private Condition counted() {
    boolean enough = provisioned && counts.available() >= pool.desired();
    return Condition.of(
        ConditionTypes.AVAILABLE,
        enough,
        enough ? ConditionReasons.AVAILABLE : ConditionReasons.NOT_AVAILABLE,
        enough
            ? ""
            : shortage()
                + PoolProblems.infrastructureProblem(pool).map(why -> "; " + why).orElse(""));
  }

  private String shortage() {
    String numbers = "%d of %d replicas available".formatted(counts.available(), pool.desired());
    int young = counts.ready() - counts.available();
    return young > 0
        ? "%s; %d Ready for less than the %d s that spec.template.spec.minReadySeconds requires"
            .formatted(numbers, young, pool.minReadySeconds())
        : numbers;
  }

  Condition scalingUp() {
    boolean up = !pool.deleting() && counts.replicas() < pool.desired();
    return Condition.of(
        ConditionTypes.SCALING_UP,
        up,
        up ? ConditionReasons.SCALING_UP : ConditionReasons.NOT_SCALING_UP,
        up ? change(pool.desired()) : "");
  }

  /** Machines on their way out count no more; but the pool has not shrunk while they are there. */
  Condition scalingDown() {
    int target = pool.deleting() ? 0 : pool.desired();
    boolean down =
        counts.replicas() > target
            || (counts.replicas() == target && !pool.terminatingProviderIds().isEmpty());
    return Condition.of(
        ConditionTypes.SCALING_DOWN,
        down,
        down ? ConditionReasons.SCALING_DOWN : ConditionReasons.NOT_SCALING_DOWN,
        down ? change(target) : "");
  }

  private String change(int target) {
    int leaving = pool.terminatingProviderIds().size();
    String going =
        leaving == 1
            ? "1 machine is still terminating"
            : "%d machines are still terminating".formatted(leaving);
    if (counts.replicas() == target) {
      return going;
    }
    return "from %d to %d replicas".formatted(counts.replicas(), target)
        + (leaving == 0 ? "" : "; " + going)
        + draining(target)
        + heldUp();
  }

  private String draining(int target) {
    String leaving = pool.providerMessages().leaving();
    return leaving.isEmpty() || counts.replicas() <= target ? "" : "; " + leaving;
  }

  private String heldUp() {
    if (pool.deleting()) {
      return "";
    }
    String size = pool.providerMessages().size();
    // A trouble need not be in the way of the size; that there is one must be told.
    return (size.isEmpty() ? "" : ", held up: " + size)
        + PoolProblems.infrastructureProblem(pool).map(why -> "; " + why).orElse("");
  }
}
