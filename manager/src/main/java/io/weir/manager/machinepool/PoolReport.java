package io.weir.manager.machinepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.EventReasons;
import io.weir.api.ObjectKey;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.engine.pool.Phase;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.Snapshots;
import io.weir.engine.pool.StatusTree;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.Patches;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Writes the status of pools, where it differs, and tells of what is new. */
final class PoolReport {

  /** How long counts that are on their way wait for others; what is news does not wait. */
  private static final Duration COMPANY = Duration.ofSeconds(5);

  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;

  /** Since when counts of a pool are held back. */
  private final Map<ObjectKey, Instant> heldBack = new ConcurrentHashMap<>();

  PoolReport(KubeClient kube, EventRecorder events, InstantSource clock) {
    this.kube = kube;
    this.events = events;
    this.clock = clock;
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    heldBack.remove(pool);
  }

  /** Work on the pool is stopped; all else in its status stays. */
  void paused(ApiObject pool, String because) {
    conditions(pool, List.of(Condition.isTrue(ConditionTypes.PAUSED, Reasons.PAUSED, because)));
  }

  /** These conditions; all else in the status stays. */
  void conditions(ApiObject pool, List<Condition> conditions) {
    write(
        pool,
        status ->
            status.set(
                "conditions",
                Conditions.with(
                    status.path("conditions"), conditions, pool.generation(), clock.instant())));
  }

  /**
   * The whole status; but where all that is new in it are counts, they wait a moment for others:
   * Nodes join and become Ready one by one, and each would be a write.
   *
   * @return when to come again with what was held back; empty if nothing was
   */
  Optional<Duration> settling(ApiObject pool, PoolDecision decision) {
    ObjectNode wanted = pool.copy().withObject("/status");
    StatusTree.set(wanted, pool, decision, clock.instant());
    if (!StatusTree.news(wanted).equals(StatusTree.news(pool.status()))) {
      decided(pool, decision);
      return Optional.empty();
    }
    if (Patches.merge(pool.status(), wanted).isEmpty()) {
      heldBack.remove(pool.key());
      return Optional.empty();
    }
    Instant now = clock.instant();
    Instant since = heldBack.computeIfAbsent(pool.key(), _ -> now);
    Instant due = since.plus(COMPANY);
    // A clock that was set back must not hold them back for as long.
    if (now.isBefore(due) && !now.isBefore(since)) {
      return Optional.of(Duration.between(now, due));
    }
    decided(pool, decision);
    return Optional.empty();
  }

  /** The whole status. */
  void decided(ApiObject pool, PoolDecision decision) {
    String before = pool.at("/status/phase").asText("");
    write(pool, status -> StatusTree.set(status, pool, decision, clock.instant()));
    decision
        .troubles()
        .forEach(trouble -> events.warning(pool, trouble.reason(), "Reconcile", trouble.message()));
    if (decision.phase() == Phase.RUNNING && !before.equals(Phase.RUNNING.text())) {
      events.normal(
          pool,
          EventReasons.RUNNING,
          "Reconcile",
          "%d of %d replicas are ready"
              .formatted(decision.counts().ready(), Snapshots.desired(pool)));
    }
  }

  private void write(ApiObject pool, Consumer<ObjectNode> edit) {
    ApiObject _ = kube.editStatus(pool, edit);
    heldBack.remove(pool.key());
  }
}
