package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodePatience;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolEngine;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.manager.objects.Metadata;
import io.weir.manager.runtime.events.EventRecorder;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.manager.runtime.kube.KubeException;
import io.weir.manager.runtime.work.Requeue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Removes what a pool controls, then its Nodes, then lets the pool go. */
final class MachinePoolDeletion {

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private final References references;
  private final NodeCare nodes;
  private final PoolReport report;
  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;
  private final Map<ObjectKey, Refused> refused = new ConcurrentHashMap<>();

  /** Since when the Nodes of this pool, and no earlier one of its name, refuse to be deleted. */
  private record Refused(String uid, Instant since) {}

  MachinePoolDeletion(
      References references,
      NodeCare nodes,
      PoolReport report,
      KubeClient kube,
      EventRecorder events,
      InstantSource clock) {
    this.references = references;
    this.nodes = nodes;
    this.report = report;
    this.kube = kube;
    this.events = events;
    this.clock = clock;
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    refused.remove(pool);
  }

  /** One pass over a pool that is being deleted. */
  Requeue delete(PoolParts parts) {
    ApiObject pool = parts.pool();
    if (!pool.hasFinalizer(Keys.MACHINE_POOL_FINALIZER)) {
      return Requeue.done();
    }
    boolean infrastructureLeft = references.remove(pool, parts.infrastructure());
    boolean configLeft = references.remove(pool, parts.config());
    Infrastructure machines = parts.machines();
    MemberNodes seen = nodes.seen(parts, machines);
    if (seen.connecting() && parts.cluster().isPresent()) {
      // Nothing is known yet, so there is nothing to give up; the connection brings the next pass.
      return Requeue.done();
    }
    PoolDecision decision =
        PoolEngine.decide(Snapshots.of(pool, parts.bootstrap(), machines, seen, clock.instant()));
    if (infrastructureLeft || configLeft) {
      NodeCare.Removal removal = NodeCare.remove(seen, decision);
      report.decided(pool, decision.keeping(removal.left()));
      NodeCare.mark(parts, seen, decision);
      removal.orThrow();
      return Requeue.done();
    }
    return last(parts, seen, decision);
  }

  /** The machines are gone; their Nodes may not be. */
  private Requeue last(PoolParts parts, MemberNodes seen, PoolDecision decision) {
    ApiObject pool = parts.pool();
    if (seen instanceof MemberNodes.Unreachable down && parts.cluster().isPresent()) {
      if (!over(parts, down.since())) {
        report.decided(pool, decision);
        return Requeue.after(LOOK_AGAIN);
      }
      giveUp(pool, down.because());
    }
    try {
      NodeCare.remove(seen, decision).orThrow();
    } catch (KubeException refusal) {
      if (parts.cluster().isPresent() && !over(parts, refusedSince(pool))) {
        throw refusal;
      }
      giveUp(pool, String.valueOf(refusal.getMessage()));
    }
    kube.edit(pool, tree -> Metadata.removeFinalizer(tree, Keys.MACHINE_POOL_FINALIZER));
    forget(pool.key());
    return Requeue.done();
  }

  private boolean over(PoolParts parts, Instant trouble) {
    Instant now = clock.instant();
    Integer seconds = parts.template().deletion().nodeDeletionTimeoutSeconds();
    return NodePatience.of(Optional.ofNullable(seconds))
        .over(List.of(parts.pool().deletionTimestamp().orElse(now), trouble), now);
  }

  private Instant refusedSince(ApiObject pool) {
    var first = new Refused(pool.uid(), clock.instant());
    return refused
        .merge(pool.key(), first, (old, fresh) -> old.uid().equals(fresh.uid()) ? old : fresh)
        .since();
  }

  private void giveUp(ApiObject pool, String why) {
    events.warning(
        pool,
        "NodesLeft",
        "Delete",
        "Nodes may be left in the workload cluster, delete them by hand: " + why);
  }
}
