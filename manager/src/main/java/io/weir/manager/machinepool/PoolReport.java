package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.engine.pool.Phase;
import io.weir.engine.pool.PoolDecision;
import io.weir.manager.runtime.events.EventRecorder;
import io.weir.manager.runtime.kube.KubeClient;
import java.time.InstantSource;
import java.util.List;

/** Writes the status of pools, where it differs, and tells of what is new. */
final class PoolReport {

  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;

  PoolReport(KubeClient kube, EventRecorder events, InstantSource clock) {
    this.kube = kube;
    this.events = events;
    this.clock = clock;
  }

  /** Work on the pool is stopped; all else in its status stays. */
  void paused(ApiObject pool, String because) {
    conditions(pool, List.of(Condition.isTrue(ConditionTypes.PAUSED, Reasons.PAUSED, because)));
  }

  /** These conditions; all else in the status stays. */
  void conditions(ApiObject pool, List<Condition> ours) {
    kube.editStatus(
        pool,
        status ->
            status.set(
                "conditions", Conditions.with(status.path("conditions"), ours, clock.instant())));
  }

  /** The whole status. */
  void decided(ApiObject pool, PoolDecision decision) {
    String before = pool.at("/status/phase").asText("");
    kube.editStatus(
        pool,
        status -> {
          StatusTree.set(status, decision, pool.generation(), clock.instant());
          status.set(
              "conditions",
              Conditions.with(
                  status.path("conditions"),
                  List.of(Condition.isFalse(ConditionTypes.PAUSED, Reasons.NOT_PAUSED, "")),
                  clock.instant()));
        });
    String running = Phase.RUNNING.text();
    if (decision.phase() == Phase.RUNNING && !before.equals(running)) {
      events.normal(
          pool,
          running,
          "Reconcile",
          "%d of %d replicas are ready"
              .formatted(decision.counts().ready(), decision.counts().replicas()));
    }
  }
}
