package io.weir.engine.pool;

import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.engine.pool.PoolSnapshot.NodeSnapshot;
import java.util.List;

/**
 * Conditions of a MachinePool. Same trouble, same words: no clock times, lists sorted.
 *
 * @param current metav1 conditions, {@code status.conditions}
 * @param deprecated conditions that v1beta1 clients read
 */
public record PoolConditions(List<Condition> current, List<Condition> deprecated) {
  public PoolConditions {
    current = List.copyOf(current);
    deprecated = List.copyOf(deprecated);
  }

  static PoolConditions of(
      PoolSnapshot pool,
      ReplicaCounts replicaCounts,
      List<NodeSnapshot> staying,
      boolean provisioned) {
    var references = new ReferenceConditions(pool);
    var machines = new MachineConditions(pool, replicaCounts, staying);
    var scale = new ScaleConditions(pool, replicaCounts, provisioned);
    Condition bootstrap = references.bootstrap();
    Condition infrastructure = references.infrastructure();
    return new PoolConditions(
        List.of(
            scale.available(),
            bootstrap,
            infrastructure,
            machines.ready(),
            machines.upToDate(),
            machines.rollingOut(),
            scale.scalingUp(),
            scale.scalingDown(),
            remediating(),
            deleting(pool)),
        LegacyPoolConditions.of(pool, replicaCounts, bootstrap, infrastructure));
  }

  /** Nothing that Weir does replaces a machine because it is broken. */
  private static Condition remediating() {
    return Condition.of(ConditionTypes.REMEDIATING, false, ConditionReasons.NOT_REMEDIATING, "");
  }

  private static Condition deleting(PoolSnapshot pool) {
    return Condition.of(
        ConditionTypes.DELETING,
        pool.deleting(),
        pool.deleting() ? ConditionReasons.DELETING : ConditionReasons.NOT_DELETING,
        pool.deleting() ? pool.deletionWaitsFor() : "");
  }
}
