package io.weir.engine.pool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.conditions.ConditionStatus;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState.InfrastructureProblem;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState.ProviderMessages;
import io.weir.engine.watch.PauseCheck;
import io.weir.engine.watch.WatchFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads bootstrap configs and infrastructure pools of any provider by the Cluster API contract, in
 * its v1beta2 form and in the v1beta1 form that most providers still have.
 *
 * @see <a
 *     href="https://cluster-api.sigs.k8s.io/developer/providers/contracts/overview">contracts</a>
 */
final class ContractReader {

  /** Below what status.deprecated.v1beta1.conditions may hold, and worth reading. */
  private static final int LONGEST = 4000;

  private static final int LONGEST_REASON = 256;

  private ContractReader() {}

  static BootstrapState readBootstrap(ApiObject machinePool, ApiObject config) {
    String secret = config.at("/status/dataSecretName").asText("");
    boolean created =
        config.at("/status/initialization/dataSecretCreated").asBoolean()
            || config.at("/status/ready").asBoolean();
    return created && !secret.isEmpty()
        ? new BootstrapState.Ready(secret)
        : new BootstrapState.Waiting(problemMessage(machinePool, config, "no bootstrap data yet"));
  }

  static InfrastructureState readInfrastructure(ApiObject machinePool, ApiObject pool) {
    boolean ready =
        pool.at("/status/initialization/provisioned").asBoolean()
            || pool.at("/status/ready").asBoolean();
    var members = new ArrayList<String>();
    pool.at("/spec/providerIDList").forEach(id -> members.add(id.asText()));
    JsonNode replicas = pool.at("/status/replicas");
    return new InfrastructureState.Present(
        ready,
        members,
        deletingIds(pool),
        replicas.isNumber() ? OptionalInt.of(replicas.asInt()) : OptionalInt.empty(),
        upToDate(pool),
        new ProviderMessages(
            problem(machinePool, pool, ready),
            PauseCheck.whyPausedByAnnotation(pool).orElseGet(() -> replicasProblem(pool)),
            PauseCheck.whyPausedByAnnotation(pool)
                .orElseGet(() -> falseConditionMessage(pool, ConditionTypes.INSTANCES_UP_TO_DATE)),
            falseConditionMessage(pool, ConditionTypes.DRAINING_SUCCEEDED)));
  }

  /** Told by Weir's own providers while members are on their way out. */
  private static Set<String> deletingIds(ApiObject pool) {
    return pool.annotation(MetadataKeys.LEAVING)
        .map(ids -> Set.copyOf(List.of(ids.split(","))))
        .orElse(Set.of());
  }

  /** Told by Weir's own providers while not all members are made from the newest template. */
  private static OptionalInt upToDate(ApiObject pool) {
    return pool.annotation(MetadataKeys.UP_TO_DATE_REPLICAS)
        .filter(count -> count.matches("[0-9]{1,9}"))
        .map(count -> OptionalInt.of(Integer.parseInt(count)))
        .orElseGet(OptionalInt::empty);
  }

  /** The message of a condition that is False. */
  private static String falseConditionMessage(ApiObject object, String type) {
    return ConditionLists.find(object.at("/status/conditions"), type)
        .filter(condition -> condition.status() == ConditionStatus.FALSE)
        .map(Condition::message)
        .orElse("");
  }

  /**
   * Why an infrastructure pool is not ready, or can't go on although it was ready once: then its
   * Ready condition, the summary of all others, decides.
   */
  private static Optional<InfrastructureProblem> problem(
      ApiObject machinePool, ApiObject pool, boolean ready) {
    Optional<JsonNode> summary = summary(pool).filter(ContractReader::hasMessage);
    if (!ready) {
      String why = problemMessage(machinePool, pool, "not ready yet");
      return Optional.of(
          summary
              .map(it -> new InfrastructureProblem(text(it, "severity"), reason(it), why))
              .orElseGet(() -> new InfrastructureProblem("", "", why)));
    }
    String failure = pool.at("/status/failureMessage").asText("");
    if (summary(pool).isEmpty() && !failure.isEmpty()) {
      return Optional.of(
          new InfrastructureProblem("Error", "", "%s: %s".formatted(pool, shortened(failure))));
    }
    return summary.map(
        it ->
            new InfrastructureProblem(
                text(it, "severity"), reason(it), "%s: %s".formatted(pool, words(it))));
  }

  private static Optional<JsonNode> summary(ApiObject object) {
    return object
        .at("/status/conditions")
        .valueStream()
        .filter(condition -> text(condition, "type").equals(ConditionTypes.READY))
        .findFirst();
  }

  /** One that is not True says something only in words. */
  private static boolean hasMessage(JsonNode condition) {
    return !text(condition, "status").equals("True") && !words(condition).isEmpty();
  }

  private static String words(JsonNode condition) {
    String message = shortened(text(condition, "message"));
    return message.isEmpty() ? text(condition, "reason") : message;
  }

  /** Some clouds' errors are longer than a condition of ours may be. */
  private static String shortened(String message) {
    return message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…";
  }

  /** A reason that is too long is none. */
  private static String reason(JsonNode condition) {
    String reason = text(condition, "reason");
    return reason.length() <= LONGEST_REASON ? reason : "";
  }

  private static String text(JsonNode condition, String field) {
    return condition.path(field).asText("");
  }

  /** Told by Weir's own providers while the size asked for is out of the pool's bounds. */
  private static String replicasProblem(ApiObject pool) {
    String reported = falseConditionMessage(pool, ConditionTypes.REPLICAS_IN_RANGE);
    return reported.isEmpty() ? "" : "%s: %s".formatted(pool, reported);
  }

  /**
   * What the object itself says: in its Ready condition, in any other that is False, or in the
   * message of a failure that it takes for final. One that says nothing may be nobody's business.
   */
  private static String problemMessage(ApiObject machinePool, ApiObject object, String otherwise) {
    String found = object.at("/status/failureMessage").asText("");
    for (JsonNode condition : object.at("/status/conditions")) {
      boolean holdsBack =
          text(condition, "status").equals("False") && !text(condition, "message").isEmpty();
      boolean summary = text(condition, "type").equals(ConditionTypes.READY);
      if (holdsBack && (summary || found.isEmpty())) {
        found = text(condition, "message");
      }
    }
    if (found.isEmpty()) {
      return WatchFilter.missingLabelMessage(object, machinePool)
          .orElseGet(() -> "%s: %s".formatted(object, otherwise));
    }
    return "%s: %s".formatted(object, shortened(found));
  }
}
