package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodeDeletionTimeout;
import io.weir.engine.pool.MachinePoolObjects;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How long the Nodes of pools that are being deleted are waited for, whose deletion fails. */
final class NodeDeletionDeadline {

  /** Longer than a try to reach a cluster takes; its end brings a pass. */
  static final Duration TRYING = Duration.ofSeconds(30);

  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

  private final PoolNodeOperations nodes;
  private final InstantSource clock;
  private final Map<ObjectKey, RefusedSince> refused = new ConcurrentHashMap<>();
  private final Map<ObjectKey, RefusedSince> asked = new ConcurrentHashMap<>();

  /**
   * Since when the Nodes of this pool, and no earlier one of its name, refuse to be deleted; or
   * when a try to reach them was asked for.
   */
  private record RefusedSince(String uid, Instant at) {}

  NodeDeletionDeadline(PoolNodeOperations nodes, InstantSource clock) {
    this.nodes = nodes;
    this.clock = clock;
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    refused.remove(pool);
    asked.remove(pool);
  }

  /** What the pool asks for. */
  static NodeDeletionTimeout patience(MachinePoolObjects parts) {
    return NodeDeletionTimeout.of(
        Optional.ofNullable(parts.template().deletion().nodeDeletionTimeoutSeconds()));
  }

  /**
   * How long the Nodes are still waited for that just failed to be deleted; empty without end.
   *
   * @param silent whether the cluster did not answer
   */
  Optional<Duration> afterRefusal(MachinePoolObjects parts, boolean silent) {
    Instant since = refusedSince(parts.pool());
    Optional<Instant> end =
        silent
            ? endOfOutage(parts, since)
            : patience(parts).deadline(List.of(deleted(parts), since));
    return end.map(it -> Duration.between(clock.instant(), it));
  }

  /**
   * When Nodes are deleted again that refused it: with growing pauses, none of which is longer than
   * they are still waited for, but for the first.
   *
   * @param left how long they are still waited for; empty without end
   */
  static Requeue retry(String why, Optional<Duration> left) {
    Duration longest = left.filter(it -> it.compareTo(LONGEST_RETRY) < 0).orElse(LONGEST_RETRY);
    return Requeue.backoffBetween(
        why, FIRST_RETRY, longest.compareTo(FIRST_RETRY) < 0 ? FIRST_RETRY : longest);
  }

  /** Until when a cluster that does not answer is waited for; empty without end. */
  Optional<Instant> endOfOutage(MachinePoolObjects parts, Instant silent) {
    return patience(parts).outageDeadline(deleted(parts), silent);
  }

  /**
   * The clock alone gives nothing up: the cluster may be back, and not have been tried since. Tells
   * whether it was, because of this pool; else asks for it.
   */
  boolean triedInVain(MachinePoolObjects parts, MemberNodes.Unreachable down, Instant end) {
    ApiObject pool = parts.pool();
    Instant now = clock.instant();
    Optional<Instant> since =
        Optional.ofNullable(asked.get(pool.key()))
            .filter(it -> it.uid().equals(pool.uid()) && !it.at().isBefore(end))
            .map(RefusedSince::at);
    if (since.isPresent() && !down.triedAt().isBefore(since.get())) {
      return true;
    }
    if (since.isEmpty() || !now.isBefore(since.get().plus(TRYING))) {
      asked.put(pool.key(), new RefusedSince(pool.uid(), now));
      nodes.retryConnection(parts);
    }
    return false;
  }

  private Instant deleted(MachinePoolObjects parts) {
    return parts.pool().deletionTimestamp().orElseGet(clock::instant);
  }

  private Instant refusedSince(ApiObject pool) {
    var first = new RefusedSince(pool.uid(), clock.instant());
    return refused
        .merge(pool.key(), first, (old, fresh) -> old.uid().equals(fresh.uid()) ? old : fresh)
        .at();
  }
}
