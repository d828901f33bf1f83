package io.weir.engine.pool;

import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolSnapshot.Workload;
import java.util.Comparator;
import java.util.List;

/**
 * Conditions of a MachinePool. Same trouble, same words: no clock times, lists sorted.
 *
 * @param current metav1 conditions, {@code status.conditions}
 * @param deprecated conditions that v1beta1 clients read, without their severity rules
 */
public record PoolConditions(List<Condition> current, List<Condition> deprecated) {
  public PoolConditions {
    current = List.copyOf(current);
    deprecated = List.copyOf(deprecated);
  }

  /**
   * A condition without its time.
   *
   * @param severity of v1beta1: {@code Error}, {@code Warning}, {@code Info}; empty when True or
   *     where the style has none
   */
  public record Condition(
      String type, String status, String severity, String reason, String message) {

    static Condition of(String type, boolean status, String reason, String message) {
      return new Condition(type, status ? "True" : "False", "", reason, message);
    }
  }

  static PoolConditions of(PoolSnapshot pool, Counts counts, boolean provisioned) {
    Condition bootstrap = bootstrap(pool.bootstrap());
    Condition infrastructure = infrastructure(pool.infrastructure());
    return new PoolConditions(
        List.of(
            available(pool, counts, provisioned),
            bootstrap,
            infrastructure,
            scalingUp(pool, counts),
            scalingDown(pool, counts),
            rollingOut(pool),
            upToDate(pool, counts),
            deleting(pool)),
        deprecated(pool, counts, bootstrap, infrastructure));
  }

  private static Condition bootstrap(Bootstrap bootstrap) {
    String type = ConditionTypes.BOOTSTRAP_CONFIG_READY;
    return switch (bootstrap) {
      case Bootstrap.Ready _ -> Condition.of(type, true, Reasons.READY, "");
      case Bootstrap.Waiting waiting ->
          Condition.of(type, false, Reasons.NOT_READY, waiting.because());
      case Bootstrap.Missing missing ->
          Condition.of(
              type,
              false,
              Reasons.OBJECT_DOES_NOT_EXIST,
              named(missing.what(), "bootstrap.configRef", missing.problem()));
    };
  }

  private static Condition infrastructure(Infrastructure infrastructure) {
    String type = ConditionTypes.INFRASTRUCTURE_READY;
    return switch (infrastructure) {
      case Infrastructure.Present present when present.ready() ->
          Condition.of(type, true, Reasons.READY, "");
      case Infrastructure.Present present ->
          Condition.of(
              type,
              false,
              Reasons.NOT_READY,
              present.message().isEmpty() ? "not ready yet" : present.message());
      case Infrastructure.Missing missing ->
          Condition.of(
              type,
              false,
              Reasons.OBJECT_DOES_NOT_EXIST,
              named(missing.what(), "infrastructureRef", missing.problem()));
    };
  }

  private static String named(String what, String field, String problem) {
    return "%s, named in spec.template.spec.%s, %s".formatted(what, field, problem);
  }

  private static Condition available(PoolSnapshot pool, Counts counts, boolean provisioned) {
    String numbers = "%d of %d replicas available".formatted(counts.available(), pool.desired());
    if (pool.workload() instanceof Workload.Unreachable unreachable && provisioned) {
      return new Condition(
          ConditionTypes.AVAILABLE,
          "Unknown",
          "",
          Reasons.CONNECTION_DOWN,
          unreachable.because().isEmpty()
              ? "Nodes not seen yet: the workload cluster is being connected"
              : "Nodes not seen: " + unreachable.because());
    }
    boolean enough = provisioned && counts.available() >= pool.desired() && !pool.deleting();
    return Condition.of(
        ConditionTypes.AVAILABLE,
        enough,
        enough ? Reasons.AVAILABLE : Reasons.NOT_AVAILABLE,
        enough ? "" : numbers);
  }

  private static Condition scalingUp(PoolSnapshot pool, Counts counts) {
    boolean up = !pool.deleting() && counts.replicas() < pool.desired();
    return Condition.of(
        ConditionTypes.SCALING_UP,
        up,
        up ? Reasons.SCALING_UP : Reasons.NOT_SCALING_UP,
        up ? "from %d to %d replicas".formatted(counts.replicas(), pool.desired()) : "");
  }

  private static Condition scalingDown(PoolSnapshot pool, Counts counts) {
    int target = pool.deleting() ? 0 : pool.desired();
    boolean down = counts.replicas() > target;
    return Condition.of(
        ConditionTypes.SCALING_DOWN,
        down,
        down ? Reasons.SCALING_DOWN : Reasons.NOT_SCALING_DOWN,
        down ? "from %d to %d replicas".formatted(counts.replicas(), target) : "");
  }

  private static Condition rollingOut(PoolSnapshot pool) {
    boolean rolling = pool.rollout().isPresent() && !pool.deleting();
    return Condition.of(
        ConditionTypes.ROLLING_OUT,
        rolling,
        rolling ? Reasons.ROLLING_OUT : Reasons.NOT_ROLLING_OUT,
        rolling ? pool.rollout().map(PoolSnapshot.Rollout::message).orElse("") : "");
  }

  private static Condition upToDate(PoolSnapshot pool, Counts counts) {
    return pool.rollout()
        .map(
            rollout ->
                Condition.of(
                    ConditionTypes.MACHINES_UP_TO_DATE,
                    false,
                    Reasons.NOT_UP_TO_DATE,
                    "%d of %d machines are made from the newest template"
                        .formatted(rollout.upToDate(), counts.replicas())))
        .orElseGet(
            () -> Condition.of(ConditionTypes.MACHINES_UP_TO_DATE, true, Reasons.UP_TO_DATE, ""));
  }

  private static Condition deleting(PoolSnapshot pool) {
    return Condition.of(
        ConditionTypes.DELETING,
        pool.deleting(),
        pool.deleting() ? Reasons.DELETING : Reasons.NOT_DELETING,
        "");
  }

  private static List<Condition> deprecated(
      PoolSnapshot pool, Counts counts, Condition bootstrap, Condition infrastructure) {
    Condition bootstrapReady =
        older(ConditionTypes.BOOTSTRAP_READY, bootstrap, Reasons.WAITING_FOR_DATA_SECRET);
    Condition infrastructureReady =
        older(
            ConditionTypes.INFRASTRUCTURE_READY,
            infrastructure,
            Reasons.WAITING_FOR_INFRASTRUCTURE);
    boolean all = counts.replicas() == counts.ready() && counts.ready() == pool.desired();
    Condition replicasReady =
        all
            ? new Condition(ConditionTypes.REPLICAS_READY, "True", "", "", "")
            : new Condition(
                ConditionTypes.REPLICAS_READY,
                "False",
                "Info",
                Reasons.WAITING_FOR_REPLICAS_READY,
                "%d of %d replicas ready".formatted(counts.ready(), pool.desired()));
    var three = List.of(bootstrapReady, infrastructureReady, replicasReady);
    Condition worst =
        three.stream()
            .filter(condition -> condition.status().equals("False"))
            .min(Comparator.comparingInt(PoolConditions::rank))
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

  private static int rank(Condition condition) {
    return List.of("Error", "Warning", "Info").indexOf(condition.severity());
  }

  private static Condition older(String type, Condition current, String waiting) {
    if (current.status().equals("True")) {
      return new Condition(type, "True", "", "", "");
    }
    boolean missing = current.reason().equals(Reasons.OBJECT_DOES_NOT_EXIST);
    return new Condition(
        type,
        "False",
        missing ? "Error" : "Info",
        missing ? Reasons.INCORRECT_EXTERNAL_REF : waiting,
        current.message());
  }
}
