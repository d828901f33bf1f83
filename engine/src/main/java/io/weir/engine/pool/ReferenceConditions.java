package io.weir.engine.pool;

import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;

/** What becomes of the objects that a pool refers to. */
record ReferenceConditions(PoolSnapshot pool) {

  Condition bootstrap() {
    String type = ConditionTypes.BOOTSTRAP_CONFIG_READY;
    return switch (pool.bootstrap()) {
      case Bootstrap.Ready _ -> Condition.of(type, true, Reasons.READY, "");
      case Bootstrap.Waiting waiting ->
          Condition.of(type, false, Reasons.NOT_READY, waiting.because());
      case Bootstrap.Missing missing ->
          Condition.of(type, false, gone(pool.before().bootstrapped()), Troubles.config(missing));
    };
  }

  /**
   * Whether the infrastructure pool is ready and can go on: a milestone once reached stays reached
   * in {@code status.initialization}, not here.
   */
  Condition infrastructure() {
    String type = ConditionTypes.INFRASTRUCTURE_READY;
    return switch (pool.infrastructure()) {
      case Infrastructure.Present present when present.words().hindrance().isPresent() ->
          Condition.of(type, false, Reasons.NOT_READY, present.words().hindrance().get().message());
      case Infrastructure.Present present ->
          Condition.of(
              type,
              present.ready(),
              present.ready() ? Reasons.READY : Reasons.NOT_READY,
              present.ready() ? "" : "not ready yet");
      case Infrastructure.Missing missing ->
          Condition.of(type, false, gone(pool.before().provisioned()), Troubles.machines(missing));
    };
  }

  private static String gone(boolean wasThere) {
    return wasThere ? Reasons.OBJECT_DELETED : Reasons.OBJECT_DOES_NOT_EXIST;
  }
}
