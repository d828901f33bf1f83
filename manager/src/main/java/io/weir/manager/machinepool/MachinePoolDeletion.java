package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodeDeletionTimeout;
import io.weir.engine.pool.MachinePoolEdits;
import io.weir.engine.pool.MachinePoolObjects;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState.InfrastructureProblem;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.PoolSnapshotFactory;
import io.weir.engine.pool.PoolStatusDecider;
import io.weir.engine.pool.ResolvedReference;
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

  private final ReferenceResolver referenceResolver;
  private final PoolNodeOperations nodes;
  private final PoolStatusWriter statusWriter;
  private final NodeDeletionDeferrer deferrer;
  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;
  private final NodeDeletionDeadline deadline;

  MachinePoolDeletion(
      ReferenceResolver referenceResolver,
      PoolNodeOperations nodes,
      PoolStatusWriter report,
      NodeDeletionDeferrer nodeDeletionDeferrer,
      KubeClient kube,
      EventRecorder events,
      InstantSource clock) {
    this.referenceResolver = referenceResolver;
    this.nodes = nodes;
    this.statusWriter = report;
    this.deferrer = nodeDeletionDeferrer;
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
  Requeue delete(MachinePoolObjects parts) {
    ApiObject pool = parts.pool();
    if (!pool.hasFinalizer(MetadataKeys.MACHINE_POOL_FINALIZER)) {
      return Requeue.done();
    }
    if (noteLateMachines(parts) != pool) {
      return Requeue.done(); // the write's own event brings the next pass
    }
    parts
        .foreignProblems()
        .forEach(trouble -> events.warning(pool, EventReasons.PART_LEFT, "Delete", trouble));
    var left = new ArrayList<String>();
    if (referenceResolver.delete(parts.infrastructure())) {
      left.add(waitingMessage(parts.infrastructureState(), parts.infrastructure()));
    }
    if (referenceResolver.delete(parts.config())) {
      left.add(name(parts.config()));
    }
    Optional<String> machinesLeft = left.isEmpty() ? machinesLeft(pool) : Optional.empty();
    if (machinesLeft.isPresent()) {
      return leaveNodes(parts, machinesLeft.get());
    }
    MemberNodes seen = nodes.observe(parts, parts.infrastructureState());
    if (seen.isConnecting()) {
      // Nothing is known yet, so there is nothing to give up; the connection brings the next pass.
      return Requeue.done();
    }
    if (!left.isEmpty()) {
      PoolDecision decision = decide(parts, seen, "waiting for " + String.join(" and ", left));
      PoolNodeOperations.RemovalResult removalResult = removeOrphans(pool, seen, decision);
      Optional<Duration> heldBack =
          statusWriter.writeDecision(pool, decision.withNodeRefs(removalResult.remaining()));
      PoolNodeOperations.updateMembers(parts, seen, decision);
      removalResult.throwIfRefused();
      return heldBack.map(Requeue::after).orElse(Requeue.done());
    }
    return removeLastNodes(parts, seen);
  }

  /**
   * Machines that came while the pool was already going: without a note of them their Nodes would
   * be nobody's once the infrastructure pool is gone.
   */
  private ApiObject noteLateMachines(MachinePoolObjects parts) {
    if (!(parts.infrastructureState() instanceof InfrastructureState.Present present)) {
      return parts.pool();
    }
    var known = new LinkedHashSet<>(parts.view().spec().providerIDList());
    return known.addAll(present.providerIds())
        ? kube.editKept(parts.pool(), tree -> MachinePoolEdits.remember(tree, known))
        : parts.pool();
  }

  /**
   * Why machines keep running. Read from the API server: it was written before the infrastructure
   * pool went, but of another kind the watch may tell later.
   */
  private Optional<String> machinesLeft(ApiObject pool) {
    return kube.get(pool.groupKind(), pool.key())
        .flatMap(now -> now.annotation(MetadataKeys.MACHINES_LEFT));
  }

  /**
   * Deletes the Nodes whose machines are gone. People may take the finalizer of an infrastructure
   * pool off whose machines stay, and something else of the pool may be there for longer.
   */
  private PoolNodeOperations.RemovalResult removeOrphans(
      ApiObject pool, MemberNodes seen, PoolDecision decision) {
    return decision.orphans().isEmpty() || machinesLeft(pool).isEmpty()
        ? PoolNodeOperations.remove(seen, decision)
        : PoolNodeOperations.keep(seen, decision);
  }

  private Requeue leaveNodes(MachinePoolObjects parts, String why) {
    if (!parts.view().spec().providerIDList().isEmpty()) {
      String note =
          "its machines keep running in the cloud, and their Nodes were not deleted: " + why;
      events.warning(parts.pool(), EventReasons.NODES_LEFT, "Delete", note);
    }
    return release(parts.pool());
  }

  /** The machines are gone; their Nodes may not be. */
  private Requeue removeLastNodes(MachinePoolObjects parts, MemberNodes seen) {
    return switch (seen) {
      case MemberNodes.NoCluster _ -> {
        if (!parts.view().status().nodeRefs().isEmpty()) {
          deferrer.abandon(parts);
        }
        yield release(parts.pool());
      }
      case MemberNodes.Unreachable down -> whileUnreachable(parts, down);
      case MemberNodes.Known _, MemberNodes.None _ -> remove(parts, seen);
    };
  }

  private Requeue whileUnreachable(MachinePoolObjects parts, MemberNodes.Unreachable down) {
    Optional<Instant> end = deadline.endOfOutage(parts, down.since());
    Optional<Duration> left = end.map(it -> Duration.between(clock.instant(), it));
    boolean over = left.isPresent() && !left.get().isPositive();
    if (over && deadline.triedInVain(parts, down, end.get())) {
      String why = down.because() + "; delete any that joined since by hand";
      deferrer.defer(parts, lastSeen(parts, down), why);
      return release(parts.pool());
    }
    reportHeldUp(
        parts,
        down,
        List.of(),
        down.because(),
        NodeDeletionDeadline.patience(parts).outageDescription());
    return over
        ? Requeue.after(NodeDeletionDeadline.TRYING)
        : left.map(Requeue::after).orElse(Requeue.done()); // or the connection brings a pass
  }

  /** The Nodes as the status names them, and those that it did not come to name. */
  private static Set<NodeRef> lastSeen(MachinePoolObjects parts, MemberNodes.Unreachable down) {
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
    down.lastSeen().forEach(node -> all.add(new NodeRef(node.facts().name(), node.facts().uid())));
    return all;
  }

  private Requeue remove(MachinePoolObjects parts, MemberNodes seen) {
    ApiObject pool = parts.pool();
    PoolNodeOperations.RemovalResult removalResult =
        PoolNodeOperations.remove(seen, decide(parts, seen, ""));
    try {
      removalResult.throwIfRefused();
    } catch (KubeException refusal) {
      String why = String.valueOf(refusal.getMessage());
      boolean silent = PoolNodeOperations.isUnanswered(refusal);
      Optional<Duration> left = deadline.afterRefusal(parts, silent);
      if (left.isEmpty() || left.get().isPositive()) {
        NodeDeletionTimeout patience = NodeDeletionDeadline.patience(parts);
        String words = silent ? patience.outageDescription() : patience.description();
        reportHeldUp(parts, seen, removalResult.remaining(), why, words);
        return NodeDeletionDeadline.retry(why, left);
      }
      deferrer.defer(parts, removalResult.remaining(), why);
    }
    return release(pool);
  }

  private void reportHeldUp(
      MachinePoolObjects parts,
      MemberNodes seen,
      List<NodeRef> still,
      String why,
      String patience) {
    String what =
        "the machines are gone, but their Nodes cannot be deleted (%s); %s"
            .formatted(why, patience);
    // What waits has a pass of its own soon, whatever became of this.
    var _ = statusWriter.writeDecision(parts.pool(), decide(parts, seen, what).withNodeRefs(still));
    events.warning(parts.pool(), EventReasons.DELETION_HELD_UP, "Delete", what);
  }

  private Requeue release(ApiObject pool) {
    ApiObject _ =
        kube.editKept(
            pool, tree -> MetadataEdits.removeFinalizer(tree, MetadataKeys.MACHINE_POOL_FINALIZER));
    forget(pool.key());
    return Requeue.done();
  }

  private PoolDecision decide(MachinePoolObjects parts, MemberNodes seen, String waitsFor) {
    Instant now = clock.instant();
    return PoolStatusDecider.decide(
        PoolSnapshotFactory.create(
            parts.pool(),
            parts.bootstrapState(),
            parts.infrastructureState(),
            seen.workload(now),
            waitsFor,
            now));
  }

  /** With what the object itself says it waits for. */
  private static String waitingMessage(InfrastructureState machines, ResolvedReference reference) {
    return machines instanceof InfrastructureState.Present present
        ? present
            .messages()
            .problem()
            .map(InfrastructureProblem::message)
            .orElseGet(() -> name(reference))
        : name(reference);
  }

  private static String name(ResolvedReference reference) {
    return reference instanceof ResolvedReference.Found(ApiObject object)
        ? "%s to be deleted".formatted(object)
        : "";
  }
}
