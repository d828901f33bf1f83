package io.weir.engine.pool;

import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;

/** What becomes of the objects that a pool refers to. */
record ReferenceConditions(PoolSnapshot pool) {

  Condition bootstrap() {
    String type = ConditionTypes.BOOTSTRAP_CONFIG_READY;
    return switch (pool.bootstrap()) {
      case BootstrapState.Ready _ -> Condition.of(type, true, ConditionReasons.READY, "");
      case BootstrapState.Waiting waiting ->
          Condition.of(type, false, ConditionReasons.NOT_READY, waiting.reason());
      case BootstrapState.Missing missing ->
          Condition.of(
              type,
              false,
              gone(pool.previous().bootstrapped()),
              PoolProblems.bootstrapMissingMessage(missing));
    };
  }

  /**
   * Whether the infrastructure pool is ready and can go on: a milestone once reached stays reached
   * in {@code status.initialization}, not here.
   */
  Condition infrastructure() {
    String type = ConditionTypes.INFRASTRUCTURE_READY;
    return switch (pool.infrastructure()) {
      case InfrastructureState.Present present when present.messages().problem().isPresent() ->
          Condition.of(
              type,
              false,
              ConditionReasons.NOT_READY,
              present.messages().problem().get().message());
      case InfrastructureState.Present present ->
          Condition.of(
              type,
              present.ready(),
              present.ready() ? ConditionReasons.READY : ConditionReasons.NOT_READY,
              present.ready() ? "" : "not ready yet");
      case InfrastructureState.Missing missing ->
          Condition.of(
              type,
              false,
              gone(pool.previous().provisioned()),
              PoolProblems.infrastructureMissingMessage(missing));
    };
  }

  private static String gone(boolean wasThere) {
    return wasThere ? ConditionReasons.OBJECT_DELETED : ConditionReasons.OBJECT_DOES_NOT_EXIST;
  }
}
