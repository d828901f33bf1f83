package io.weir.engine.pool;

import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import java.util.Comparator;
import java.util.List;

/** Conditions as v1beta1 has them: with a severity, and a summary of the others in Ready. */
final class LegacyPoolConditions {

  /** The worst first. */
  private static final List<String> SEVERITIES = List.of("Error", "Warning", "Info");

  private LegacyPoolConditions() {}

  static List<Condition> of(
      PoolSnapshot pool,
      ReplicaCounts replicaCounts,
      Condition bootstrap,
      Condition infrastructure) {
    Condition bootstrapReady =
        older(ConditionTypes.BOOTSTRAP_READY, bootstrap, ConditionReasons.WAITING_FOR_DATA_SECRET);
    Condition infrastructureReady = infrastructure(pool, infrastructure);
    Condition replicasReady = replicas(pool, replicaCounts);
    var three = List.of(bootstrapReady, infrastructureReady, replicasReady);
    Condition worst =
        three.stream()
            .filter(condition -> condition.status() == ConditionStatus.FALSE)
            .min(Comparator.comparingInt(LegacyPoolConditions::rank))
            .orElse(replicasReady);
    Condition ready =
        new Condition(
            ConditionTypes.READY,
            worst.status(),
            worst.severity(),
            worst.reason(),
            worst.message());
    return List.of(ready, bootstrapReady, infrastructureReady, replicasReady);
  }

  /** With the reason and the severity that the infrastructure pool gives, if it does. */
  private static Condition infrastructure(PoolSnapshot pool, Condition current) {
    Condition plain =
        older(
            ConditionTypes.INFRASTRUCTURE_READY,
            current,
            ConditionReasons.WAITING_FOR_INFRASTRUCTURE);
    return pool.providerMessages()
        .problem()
        .map(
            why ->
                new Condition(
                    plain.type(),
                    plain.status(),
                    SEVERITIES.contains(why.severity()) ? why.severity() : plain.severity(),
                    why.reason().isEmpty() ? plain.reason() : why.reason(),
                    plain.message()))
        .orElse(plain);
  }

  private static Condition replicas(PoolSnapshot pool, ReplicaCounts replicaCounts) {
    boolean all =
        replicaCounts.replicas() == replicaCounts.ready()
            && replicaCounts.ready() == pool.desired();
    return all
        ? Condition.ofTrue(ConditionTypes.REPLICAS_READY)
        : Condition.ofFalse(
            ConditionTypes.REPLICAS_READY,
            "Info",
            ConditionReasons.WAITING_FOR_REPLICAS_READY,
            "%d of %d replicas ready".formatted(replicaCounts.ready(), pool.desired()));
  }

  private static int rank(Condition condition) {
    return SEVERITIES.indexOf(condition.severity());
  }

  private static Condition older(String type, Condition current, String waiting) {
    if (current.isTrue()) {
      return Condition.ofTrue(type);
    }
    boolean missing =
        current.reason().equals(ConditionReasons.OBJECT_DOES_NOT_EXIST)
            || current.reason().equals(ConditionReasons.OBJECT_DELETED);
    return Condition.ofFalse(
        type,
        missing ? "Error" : "Info",
        missing ? ConditionReasons.INCORRECT_EXTERNAL_REF : waiting,
        current.message());
  }
}
