package io.weir.engine.pool;

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
            deleting(pool)),
        deprecated(pool, counts, bootstrap, infrastructure));
  }

  private static Condition bootstrap(Bootstrap bootstrap) {
    String type = "BootstrapConfigReady";
    return switch (bootstrap) {
      case Bootstrap.Ready _ -> Condition.of(type, true, "Ready", "");
      case Bootstrap.Waiting waiting -> Condition.of(type, false, "NotReady", waiting.because());
      case Bootstrap.Missing missing ->
          Condition.of(
              type,
              false,
              "ObjectDoesNotExist",
              missing.what() + ", named in spec.template.spec.bootstrap.configRef, does not exist");
    };
  }

  private static Condition infrastructure(Infrastructure infrastructure) {
    String type = "InfrastructureReady";
    return switch (infrastructure) {
      case Infrastructure.Present present when present.ready() ->
          Condition.of(type, true, "Ready", "");
      case Infrastructure.Present present ->
          Condition.of(
              type,
              false,
              "NotReady",
              present.message().isEmpty() ? "not ready yet" : present.message());
      case Infrastructure.Missing missing ->
          Condition.of(
              type,
              false,
              "ObjectDoesNotExist",
              missing.what() + ", named in spec.template.spec.infrastructureRef, does not exist");
    };
  }

  private static Condition available(PoolSnapshot pool, Counts counts, boolean provisioned) {
    String numbers = "%d of %d replicas available".formatted(counts.available(), pool.desired());
    if (pool.workload() instanceof Workload.Unreachable unreachable && provisioned) {
      return new Condition(
          "Available", "Unknown", "", "ConnectionDown", "Nodes not seen: " + unreachable.because());
    }
    boolean enough = provisioned && counts.available() >= pool.desired() && !pool.deleting();
    return Condition.of(
        "Available", enough, enough ? "Available" : "NotAvailable", enough ? "" : numbers);
  }

  private static Condition scalingUp(PoolSnapshot pool, Counts counts) {
    boolean up = !pool.deleting() && counts.replicas() < pool.desired();
    return Condition.of(
        "ScalingUp",
        up,
        up ? "ScalingUp" : "NotScalingUp",
        up ? "from %d to %d replicas".formatted(counts.replicas(), pool.desired()) : "");
  }

  private static Condition scalingDown(PoolSnapshot pool, Counts counts) {
    int target = pool.deleting() ? 0 : pool.desired();
    boolean down = counts.replicas() > target;
    return Condition.of(
        "ScalingDown",
        down,
        down ? "ScalingDown" : "NotScalingDown",
        down ? "from %d to %d replicas".formatted(counts.replicas(), target) : "");
  }

  private static Condition deleting(PoolSnapshot pool) {
    return Condition.of(
        "Deleting", pool.deleting(), pool.deleting() ? "Deleting" : "NotDeleting", "");
  }

  private static List<Condition> deprecated(
      PoolSnapshot pool, Counts counts, Condition bootstrap, Condition infrastructure) {
    Condition bootstrapReady = older("BootstrapReady", bootstrap, "WaitingForDataSecret");
    Condition infrastructureReady =
        older("InfrastructureReady", infrastructure, "WaitingForInfrastructure");
    boolean all = counts.replicas() == counts.ready() && counts.ready() == pool.desired();
    Condition replicasReady =
        all
            ? new Condition("ReplicasReady", "True", "", "", "")
            : new Condition(
                "ReplicasReady",
                "False",
                "Info",
                "WaitingForReplicasReady",
                "%d of %d replicas ready".formatted(counts.ready(), pool.desired()));
    var three = List.of(bootstrapReady, infrastructureReady, replicasReady);
    Condition worst =
        three.stream()
            .filter(condition -> condition.status().equals("False"))
            .min(Comparator.comparingInt(PoolConditions::rank))
            .orElse(replicasReady);
    Condition ready =
        new Condition("Ready", worst.status(), worst.severity(), worst.reason(), worst.message());
    return List.of(ready, bootstrapReady, infrastructureReady, replicasReady);
  }

  private static int rank(Condition condition) {
    return List.of("Error", "Warning", "Info").indexOf(condition.severity());
  }

  private static Condition older(String type, Condition current, String waiting) {
    if (current.status().equals("True")) {
      return new Condition(type, "True", "", "", "");
    }
    boolean missing = current.reason().equals("ObjectDoesNotExist");
    return new Condition(
        type,
        "False",
        missing ? "Error" : "Info",
        missing ? "IncorrectExternalRef" : waiting,
        current.message());
  }
}
