package io.weir.manager.machinepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.EventReasons;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.engine.pool.MachinePoolStatusFields;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolPhase;
import io.weir.engine.pool.PoolSnapshotFactory;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.MergePatches;
import io.weir.manager.objects.RevertedWrites;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Writes the status of pools, where it differs, and tells of what is new. */
final class PoolStatusWriter {

  /** How long counts that are on their way wait for others; what is news does not wait. */
  private static final Duration COUNTS_DELAY = Duration.ofSeconds(5);

  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;

  /** Since when counts of a pool are held back. */
  private final Map<ObjectKey, Instant> heldBack = new ConcurrentHashMap<>();

  PoolStatusWriter(KubeClient kube, EventRecorder events, InstantSource clock) {
    this.kube = kube;
    this.events = events;
    this.clock = clock;
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    heldBack.remove(pool);
  }

  /** Work on the pool is stopped; all else in its status stays. */
  void writePaused(ApiObject pool, String because) {
    writeConditions(
        pool, List.of(Condition.ofTrue(ConditionTypes.PAUSED, ConditionReasons.PAUSED, because)));
  }

  /** These conditions; all else in the status stays. */
  void writeConditions(ApiObject pool, List<Condition> conditions) {
    var _ =
        write(
            pool,
            status ->
                status.set(
                    "conditions",
                    ConditionLists.withConditions(
                        status.path("conditions"),
                        conditions,
                        pool.generation(),
                        clock.instant())));
  }

  /**
   * The whole status; but where all that is new in it are counts, they wait a moment for others:
   * Nodes join and become Ready one by one, and each would be a write.
   *
   * @return when to come again with what was held back; empty if nothing was
   */
  Optional<Duration> writeOrDelay(ApiObject pool, PoolDecision decision) {
    ObjectNode wanted = pool.copyTree().withObject("/status");
    MachinePoolStatusFields.set(wanted, pool, decision, clock.instant());
    if (!MachinePoolStatusFields.significantFields(wanted)
        .equals(MachinePoolStatusFields.significantFields(pool.status()))) {
      return writeDecision(pool, decision);
    }
    if (MergePatches.between(pool.status(), wanted).isEmpty()) {
      heldBack.remove(pool.key());
      return Optional.empty();
    }
    Instant now = clock.instant();
    Instant since = heldBack.computeIfAbsent(pool.key(), _ -> now);
    Instant due = since.plus(COUNTS_DELAY);
    // A clock that was set back must not hold them back for as long.
    if (now.isBefore(due) && !now.isBefore(since)) {
      return Optional.of(Duration.between(now, due));
    }
    return writeDecision(pool, decision);
  }

  /**
   * The whole status.
   *
   * @return when to come again as it does not last; empty if it was written, or stands there
   */
  Optional<Duration> writeDecision(ApiObject pool, PoolDecision decision) {
    String before = pool.at("/status/phase").asText("");
    var undone = new RevertedWrites();
    ApiObject _ =
        undone.attempt(
            pool,
            () ->
                write(
                    pool,
                    status ->
                        MachinePoolStatusFields.set(status, pool, decision, clock.instant())));
    decision
        .problems()
        .forEach(
            poolProblem ->
                events.warning(pool, poolProblem.reason(), "Reconcile", poolProblem.message()));
    if (decision.phase() == PoolPhase.RUNNING && !before.equals(PoolPhase.RUNNING.text())) {
      events.normal(
          pool,
          EventReasons.RUNNING,
          "Reconcile",
          "%d of %d replicas are ready"
              .formatted(decision.counts().ready(), PoolSnapshotFactory.desiredReplicas(pool)));
    }
    return undone.retryAfter();
  }

  private ApiObject write(ApiObject pool, Consumer<ObjectNode> edit) {
    ApiObject written = kube.editStatus(pool, edit);
    heldBack.remove(pool.key());
    return written;
  }
}
