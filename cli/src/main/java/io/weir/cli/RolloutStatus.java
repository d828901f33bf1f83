package io.weir.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionMessages;
import io.weir.api.Excerpt;
import io.weir.api.MetadataKeys;
import io.weir.engine.settled.MachineSettings;
import io.weir.engine.settled.SettledAnnotation;
import io.weir.engine.settled.SettledSubject;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How far a pool's rollout is, as {@code kubectl rollout status} would say it of a Deployment.
 *
 * @param done whether all machines are there, up to date and available, and no other is
 * @param line one line for people
 */
record RolloutStatus(boolean done, String line) {

  /**
   * What a MachinePool and its infrastructure pool say.
   *
   * @param infrastructure the infrastructure pool; absent if it cannot be read
   * @param fields which fields of its spec say what machines are made of
   */
  static RolloutStatus of(ApiObject pool, Optional<ApiObject> infrastructure, Set<String> fields) {
    JsonNode status = pool.status();
    int wanted = pool.spec().path("replicas").asInt(1);
    int all = status.path("replicas").asInt();
    int upToDate = status.path("upToDateReplicas").asInt();
    int available = status.path("availableReplicas").asInt();
    if (status.path("observedGeneration").asLong() < pool.generation()) {
      return waiting("Waiting for machinepool spec update to be observed");
    }
    int old = Math.max(0, all - upToDate);
    if (upToDate < wanted || (old == 0 && isTrue(status, "RollingOut"))) {
      return waiting(
          "Waiting for rollout to finish: %d of %d machines are up to date%s"
              .formatted(upToDate, wanted, why(pool, infrastructure)));
    }
    if (old > 0 || isTrue(status, "ScalingDown")) {
      return waiting(
          "Waiting for rollout to finish: %d old %s pending termination%s"
              .formatted(old, old == 1 ? "machine is" : "machines are", why(pool, infrastructure)));
    }
    if (available < wanted) {
      return waiting(
          "Waiting for rollout to finish: %d of %d machines are available"
              .formatted(available, wanted));
    }
    // The MachinePool does not tell whether it has seen an edit of the other object alone.
    return infrastructure
        .filter(_ -> wanted > 0) // without machines nothing settles, and nothing is left to do
        .filter(object -> isChanged(pool, object, fields))
        .map(object -> waiting(changed(object)))
        .orElseGet(
            () ->
                new RolloutStatus(
                    true, "machinepool \"%s\" successfully rolled out".formatted(pool.name())));
  }

  /** Whether it is noted with which settings the pool has settled, and these are others. */
  private static boolean isChanged(ApiObject pool, ApiObject infrastructure, Set<String> fields) {
    return infrastructure
        .annotation(MetadataKeys.SETTLED)
        .map(SettledAnnotation::parse)
        .filter(SettledAnnotation.Known.class::isInstance)
        .map(known -> ((SettledAnnotation.Known) known).history())
        .filter(history -> history.subject().equals(SettledSubject.of(infrastructure, fields)))
        .filter(
            history -> !history.latest().equals(MachineSettings.of(infrastructure, pool, fields)))
        .isPresent();
  }

  private static String changed(ApiObject infrastructure) {
    String name = PoolOptions.described(infrastructure);
    return heldBackMessage(infrastructure)
        .or(() -> messageOf(infrastructure, "InstancesUpToDate"))
        .map(message -> "Waiting for the change of %s: %s".formatted(name, message))
        .orElse("Waiting for the change of %s to be rolled out".formatted(name));
  }

  /** Whether people have paused it. */
  static boolean isPaused(ApiObject pool) {
    return pool.annotation(MetadataKeys.ROLLOUT)
        .filter(MetadataKeys.ROLLOUT_PAUSED::equals)
        .isPresent();
  }

  private static RolloutStatus waiting(String line) {
    return new RolloutStatus(false, line + "...");
  }

  private static String why(ApiObject pool, Optional<ApiObject> infrastructure) {
    return isPaused(pool)
        ? "; it is paused, resume it with: weir rollout resume %s -n %s"
            .formatted(pool.name(), pool.namespace())
        : heldBack(infrastructure);
  }

  private static String heldBack(Optional<ApiObject> infrastructure) {
    return infrastructure.flatMap(RolloutStatus::heldBackMessage).map("; "::concat).orElse("");
  }

  /** That a brake holds back what would end machines, and which. */
  private static Optional<String> heldBackMessage(ApiObject infrastructure) {
    return untrue(infrastructure)
        .filter(message -> message.contains(ConditionMessages.HELD_BACK))
        .findFirst();
  }

  private static Optional<String> messageOf(ApiObject infrastructure, String condition) {
    return conditions(infrastructure.status())
        .filter(each -> each.path("type").asText().equals(condition))
        .filter(each -> each.path("status").asText().equals("False"))
        .map(each -> Excerpt.printable(each.path("message").asText()))
        .filter(message -> !message.isEmpty())
        .findFirst();
  }

  private static Stream<String> untrue(ApiObject infrastructure) {
    return conditions(infrastructure.status())
        .filter(each -> each.path("status").asText().equals("False"))
        .map(each -> Excerpt.printable(each.path("message").asText()));
  }

  private static Stream<JsonNode> conditions(JsonNode status) {
    return status.path("conditions").valueStream();
  }

  private static boolean isTrue(JsonNode status, String condition) {
    return conditions(status)
        .filter(each -> each.path("type").asText().equals(condition))
        .anyMatch(each -> each.path("status").asText().equals("True"));
  }
}
