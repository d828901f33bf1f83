package io.weir.manager.machinepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.Keys;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.engine.pool.PoolSnapshot;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.manager.objects.WatchFilter;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads bootstrap configs and infrastructure pools of any provider by the Cluster API contract, in
 * its v1beta2 form and in the v1beta1 form that most providers still have.
 *
 * @see <a
 *     href="https://cluster-api.sigs.k8s.io/developer/providers/contracts/overview">contracts</a>
 */
final class Contract {

  private Contract() {}

  static Bootstrap bootstrap(ApiObject machinePool, ApiObject config) {
    String secret = config.at("/status/dataSecretName").asText("");
    boolean created =
        config.at("/status/initialization/dataSecretCreated").asBoolean()
            || config.at("/status/ready").asBoolean();
    return created && !secret.isEmpty()
        ? new Bootstrap.Ready(secret)
        : new Bootstrap.Waiting(why(machinePool, config, "no bootstrap data yet"));
  }

  static Infrastructure infrastructure(ApiObject machinePool, ApiObject pool) {
    boolean ready =
        pool.at("/status/initialization/provisioned").asBoolean()
            || pool.at("/status/ready").asBoolean();
    var members = new ArrayList<String>();
    pool.at("/spec/providerIDList").forEach(id -> members.add(id.asText()));
    JsonNode replicas = pool.at("/status/replicas");
    return new Infrastructure.Present(
        ready,
        members,
        replicas.isNumber() ? OptionalInt.of(replicas.asInt()) : OptionalInt.empty(),
        ready ? heldSize(pool) : why(machinePool, pool, "not ready yet"),
        rollout(pool));
  }

  /** Told by Weir's own providers while not all members are made from the newest template. */
  private static Optional<PoolSnapshot.Rollout> rollout(ApiObject pool) {
    return pool.annotation(Keys.UP_TO_DATE_REPLICAS)
        .filter(count -> count.matches("[0-9]{1,9}"))
        .map(
            count ->
                new PoolSnapshot.Rollout(
                    Integer.parseInt(count),
                    Conditions.find(
                            pool.at("/status/conditions"), ConditionTypes.INSTANCES_UP_TO_DATE)
                        .map(Condition::message)
                        .orElse("")));
  }

  /** Told by Weir's own providers while the size asked for is out of the pool's bounds. */
  private static String heldSize(ApiObject pool) {
    return Conditions.find(pool.at("/status/conditions"), ConditionTypes.REPLICAS_IN_RANGE)
        .filter(inRange -> !inRange.holds() && !pool.deleting())
        .map(inRange -> "%s: %s".formatted(pool, inRange.message()))
        .orElse("");
  }

  /**
   * What the object itself says: in its Ready condition, in any other that is False, or in the
   * message of a failure that it takes for final. One that says nothing may be nobody's business.
   */
  private static String why(ApiObject machinePool, ApiObject object, String otherwise) {
    String found = object.at("/status/failureMessage").asText("");
    for (JsonNode condition : object.at("/status/conditions")) {
      boolean holdsBack =
          condition.path("status").asText().equals("False")
              && !condition.path("message").asText("").isEmpty();
      boolean summary = condition.path("type").asText().equals(ConditionTypes.READY);
      if (holdsBack && (summary || found.isEmpty())) {
        found = condition.path("message").asText();
      }
    }
    if (found.isEmpty()) {
      return WatchFilter.forgotten(object, machinePool)
          .orElseGet(() -> "%s: %s".formatted(object, otherwise));
    }
    return "%s: %s".formatted(object, found);
  }
}
