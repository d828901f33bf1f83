package io.weir.engine.pool;

import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import java.util.Comparator;
import java.util.List;

/** Conditions as v1beta1 has them: with a severity, and a summary of the others in Ready. */
final class OlderConditions {

  /** The worst first. */
  private static final List<String> SEVERITIES = List.of("Error", "Warning", "Info");

  private OlderConditions() {}

  static List<Condition> of(
      PoolSnapshot pool, Counts counts, Condition bootstrap, Condition infrastructure) {
    Condition bootstrapReady =
        older(ConditionTypes.BOOTSTRAP_READY, bootstrap, Reasons.WAITING_FOR_DATA_SECRET);
    Condition infrastructureReady = infrastructure(pool, infrastructure);
    Condition replicasReady = replicas(pool, counts);
    var three = List.of(bootstrapReady, infrastructureReady, replicasReady);
    Condition worst =
        three.stream()
            .filter(condition -> condition.status() == ConditionStatus.FALSE)
            .min(Comparator.comparingInt(OlderConditions::rank))
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
        older(ConditionTypes.INFRASTRUCTURE_READY, current, Reasons.WAITING_FOR_INFRASTRUCTURE);
    return pool.words()
        .hindrance()
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

  private static Condition replicas(PoolSnapshot pool, Counts counts) {
    boolean all = counts.replicas() == counts.ready() && counts.ready() == pool.desired();
    return all
        ? Condition.isTrue(ConditionTypes.REPLICAS_READY)
        : Condition.isFalse(
            ConditionTypes.REPLICAS_READY,
            "Info",
            Reasons.WAITING_FOR_REPLICAS_READY,
            "%d of %d replicas ready".formatted(counts.ready(), pool.desired()));
  }

  private static int rank(Condition condition) {
    return SEVERITIES.indexOf(condition.severity());
  }

  private static Condition older(String type, Condition current, String waiting) {
    if (current.holds()) {
      return Condition.isTrue(type);
    }
    boolean missing =
        current.reason().equals(Reasons.OBJECT_DOES_NOT_EXIST)
            || current.reason().equals(Reasons.OBJECT_DELETED);
    return Condition.isFalse(
        type,
        missing ? "Error" : "Info",
        missing ? Reasons.INCORRECT_EXTERNAL_REF : waiting,
        current.message());
  }
}
