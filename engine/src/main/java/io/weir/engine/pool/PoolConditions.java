package io.weir.engine.pool;

import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.engine.pool.PoolSnapshot.Node;
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
      PoolSnapshot pool, Counts counts, List<Node> staying, boolean provisioned) {
    var references = new ReferenceConditions(pool);
    var machines = new MachineConditions(pool, counts, staying);
    var scale = new ScaleConditions(pool, counts, provisioned);
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
            scale.up(),
            scale.down(),
            remediating(),
            deleting(pool)),
        OlderConditions.of(pool, counts, bootstrap, infrastructure));
  }

  /** Nothing that Weir does replaces a machine because it is broken. */
  private static Condition remediating() {
    return Condition.of(ConditionTypes.REMEDIATING, false, Reasons.NOT_REMEDIATING, "");
  }

  private static Condition deleting(PoolSnapshot pool) {
    return Condition.of(
        ConditionTypes.DELETING,
        pool.deleting(),
        pool.deleting() ? Reasons.DELETING : Reasons.NOT_DELETING,
        pool.deleting() ? pool.waitsFor() : "");
  }
}
