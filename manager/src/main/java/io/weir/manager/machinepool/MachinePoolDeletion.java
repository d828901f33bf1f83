package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodePatience;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolEngine;
import io.weir.engine.pool.PoolParts;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolSnapshot.Infrastructure.Hindrance;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.PoolTree;
import io.weir.engine.pool.Referred;
import io.weir.engine.pool.Snapshots;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Removes what goes with a pool, then its Nodes, then lets the pool go. What goes with it is
 * decided before: parts hold nothing else that they refer to.
 */
final class MachinePoolDeletion {

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration SELDOM = Duration.ofMinutes(1);

  private final References references;
  private final NodeCare nodes;
  private final PoolReport report;
  private final GivingUp givingUp;
  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;
  private final NodeDeletionDeadline deadline;

  MachinePoolDeletion(
      References references,
      NodeCare nodes,
      PoolReport report,
      GivingUp givingUp,
      KubeClient kube,
      EventRecorder events,
      InstantSource clock) {
    this.references = references;
    this.nodes = nodes;
    this.report = report;
    this.givingUp = givingUp;
    this.kube = kube;
    this.events = events;
    this.clock = clock;
    this.deadline = new NodeDeletionDeadline(nodes, clock);
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    deadline.forget(pool);
  }

  /** One pass over a pool that is being deleted. */
  Requeue delete(PoolParts parts) {
    ApiObject pool = parts.pool();
    if (!pool.hasFinalizer(Keys.MACHINE_POOL_FINALIZER)) {
      return Requeue.done();
    }
    if (remember(parts) != pool) {
      return Requeue.done(); // the write's own event brings the next pass
    }
    parts
        .foreign()
        .forEach(trouble -> events.warning(pool, EventReasons.PART_LEFT, "Delete", trouble));
    var left = new ArrayList<String>();
    if (references.remove(parts.infrastructure())) {
      left.add(told(parts.machines(), parts.infrastructure()));
    }
    if (references.remove(parts.config())) {
      left.add(name(parts.config()));
    }
    MemberNodes seen = nodes.seen(parts, parts.machines());
    if (seen.connecting()) {
      // Nothing is known yet, so there is nothing to give up; the connection brings the next pass.
      return Requeue.done();
    }
    if (!left.isEmpty()) {
      PoolDecision decision = decide(parts, seen, "waiting for " + String.join(" and ", left));
      NodeCare.Removal removal = NodeCare.remove(seen, decision);
      report.decided(pool, decision.keeping(removal.left()));
      NodeCare.mark(parts, seen, decision);
      removal.orThrow();
      return Requeue.done();
    }
    return last(parts, seen);
  }

  /**
   * Machines that came while the pool was already going: without a note of them their Nodes would
   * be nobody's once the infrastructure pool is gone.
   */
  private ApiObject remember(PoolParts parts) {
    if (!(parts.machines() instanceof Infrastructure.Present present)) {
      return parts.pool();
    }
    var known = new LinkedHashSet<>(parts.view().spec().providerIDList());
    return known.addAll(present.providerIds())
        ? kube.edit(parts.pool(), tree -> PoolTree.remember(tree, known))
        : parts.pool();
  }

  /** The machines are gone; their Nodes may not be. */
  private Requeue last(PoolParts parts, MemberNodes seen) {
    return switch (seen) {
      case MemberNodes.NoCluster _ -> {
        if (!parts.view().status().nodeRefs().isEmpty()) {
          givingUp.forEver(parts);
        }
        yield release(parts.pool());
      }
      case MemberNodes.Unreachable down -> unseen(parts, down);
      case MemberNodes.Known _, MemberNodes.None _ -> remove(parts, seen);
    };
  }

  private Requeue unseen(PoolParts parts, MemberNodes.Unreachable down) {
    Optional<Instant> end = deadline.endOfOutage(parts, down.since());
    Optional<Duration> left = end.map(it -> Duration.between(clock.instant(), it));
    boolean over = left.isPresent() && !left.get().isPositive();
    if (over && deadline.triedInVain(parts, down, end.get())) {
      String why = down.because() + "; delete any that joined since by hand";
      givingUp.untilLater(parts, lastSeen(parts, down), why);
      return release(parts.pool());
    }
    heldUp(
        parts,
        down,
        List.of(),
        down.because(),
        NodeDeletionDeadline.patience(parts).sentenceOfOutage());
    return over
        ? Requeue.after(NodeDeletionDeadline.TRYING)
        : left.map(Requeue::after).orElse(Requeue.done()); // or the connection brings a pass
  }

  /** The Nodes as the status names them, and those that it did not come to name. */
  private static Set<NodeRef> lastSeen(PoolParts parts, MemberNodes.Unreachable down) {
    var all = new LinkedHashSet<NodeRef>();
    parts
        .view()
        .status()
        .nodeRefs()
        .forEach(
            ref ->
                all.add(
                    new NodeRef(
                        Objects.requireNonNullElse(ref.name(), ""),
                        Objects.requireNonNullElse(ref.uid(), ""))));
    down.last().forEach(node -> all.add(new NodeRef(node.facts().name(), node.facts().uid())));
    return all;
  }

  private Requeue remove(PoolParts parts, MemberNodes seen) {
    ApiObject pool = parts.pool();
    NodeCare.Removal removal = NodeCare.remove(seen, decide(parts, seen, ""));
    try {
      removal.orThrow();
    } catch (KubeException refusal) {
      String why = String.valueOf(refusal.getMessage());
      boolean silent = NodeCare.silent(refusal);
      Optional<Duration> left = deadline.afterRefusal(parts, silent);
      if (left.isEmpty() || left.get().isPositive()) {
        NodePatience patience = NodeDeletionDeadline.patience(parts);
        String words = silent ? patience.sentenceOfOutage() : patience.sentence();
        heldUp(parts, seen, removal.left(), why, words);
        return Requeue.slowly(
            why, SOON, left.filter(it -> it.compareTo(SELDOM) < 0).orElse(SELDOM));
      }
      givingUp.untilLater(parts, removal.left(), why);
    }
    return release(pool);
  }

  private void heldUp(
      PoolParts parts, MemberNodes seen, List<NodeRef> still, String why, String patience) {
    String what =
        "the machines are gone, but their Nodes cannot be deleted (%s); %s"
            .formatted(why, patience);
    report.decided(parts.pool(), decide(parts, seen, what).keeping(still));
    events.warning(parts.pool(), EventReasons.DELETION_HELD_UP, "Delete", what);
  }

  private Requeue release(ApiObject pool) {
    ApiObject _ =
        kube.edit(pool, tree -> Metadata.removeFinalizer(tree, Keys.MACHINE_POOL_FINALIZER));
    forget(pool.key());
    return Requeue.done();
  }

  private PoolDecision decide(PoolParts parts, MemberNodes seen, String waitsFor) {
    Instant now = clock.instant();
    return PoolEngine.decide(
        Snapshots.of(
            parts.pool(), parts.bootstrap(), parts.machines(), seen.workload(now), waitsFor, now));
  }

  /** With what the object itself says it waits for. */
  private static String told(Infrastructure machines, Referred reference) {
    return machines instanceof Infrastructure.Present present
        ? present.words().hindrance().map(Hindrance::message).orElseGet(() -> name(reference))
        : name(reference);
  }

  private static String name(Referred reference) {
    return reference instanceof Referred.Found(ApiObject object)
        ? "%s to be deleted".formatted(object)
        : "";
  }
}
