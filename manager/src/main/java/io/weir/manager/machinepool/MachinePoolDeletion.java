package io.weir.manager.machinepool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodePatience;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolEngine;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolSnapshot.Infrastructure.Hindrance;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Removes what goes with a pool, then its Nodes, then lets the pool go. What goes with it is
 * decided before: parts hold nothing else that they refer to.
 */
final class MachinePoolDeletion {

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration SELDOM = Duration.ofMinutes(1);

  /** Longer than a try to reach a cluster takes; its end brings a pass. */
  private static final Duration TRYING = Duration.ofSeconds(30);

  private final References references;
  private final NodeCare nodes;
  private final PoolReport report;
  private final GivingUp givingUp;
  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;
  private final Map<ObjectKey, Moment> refused = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Moment> asked = new ConcurrentHashMap<>();

  /**
   * Since when the Nodes of this pool, and no earlier one of its name, refuse to be deleted; or
   * when a try to reach them was asked for.
   */
  private record Moment(String uid, Instant at) {}

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
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    refused.remove(pool);
    asked.remove(pool);
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
        ? kube.edit(
            parts.pool(),
            tree -> {
              ArrayNode list = tree.withObject("/spec").putArray("providerIDList");
              known.forEach(list::add);
            })
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
    Optional<Instant> end = endOfOutage(parts, down.since());
    Optional<Duration> left = end.map(it -> Duration.between(clock.instant(), it));
    boolean over = left.isPresent() && !left.get().isPositive();
    if (over && triedInVain(parts, down, end.get())) {
      String why = down.because() + "; delete any that joined since by hand";
      givingUp.untilLater(parts, lastSeen(parts, down), why);
      return release(parts.pool());
    }
    heldUp(parts, down, List.of(), down.because(), patience(parts).sentenceOfOutage());
    return over
        ? Requeue.after(TRYING)
        : left.map(Requeue::after).orElse(Requeue.done()); // or the connection brings a pass
  }

  /**
   * The clock alone gives nothing up: the cluster may be back, and not have been tried since. Tells
   * whether it was, because of this pool; else asks for it.
   */
  private boolean triedInVain(PoolParts parts, MemberNodes.Unreachable down, Instant end) {
    ApiObject pool = parts.pool();
    Instant now = clock.instant();
    Optional<Instant> since =
        Optional.ofNullable(asked.get(pool.key()))
            .filter(it -> it.uid().equals(pool.uid()) && !it.at().isBefore(end))
            .map(Moment::at);
    if (since.isPresent() && !down.tried().isBefore(since.get())) {
      return true;
    }
    if (since.isEmpty() || !now.isBefore(since.get().plus(TRYING))) {
      asked.put(pool.key(), new Moment(pool.uid(), now));
      nodes.look(parts);
    }
    return false;
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
      Instant since = refusedSince(pool);
      boolean silent = NodeCare.silent(refusal);
      Optional<Duration> left =
          (silent ? endOfOutage(parts, since) : end(parts, since))
              .map(end -> Duration.between(clock.instant(), end));
      if (left.isEmpty() || left.get().isPositive()) {
        NodePatience patience = patience(parts);
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
    return PoolEngine.decide(
        Snapshots.of(
            parts.pool(), parts.bootstrap(), parts.machines(), seen, waitsFor, clock.instant()));
  }

  /** Until when Nodes that refuse to be deleted are waited for; empty without end. */
  private Optional<Instant> end(PoolParts parts, Instant trouble) {
    return patience(parts).end(List.of(deleted(parts), trouble));
  }

  /** The same with a cluster that does not answer. */
  private Optional<Instant> endOfOutage(PoolParts parts, Instant silent) {
    return patience(parts).endOfOutage(deleted(parts), silent);
  }

  private Instant deleted(PoolParts parts) {
    return parts.pool().deletionTimestamp().orElseGet(clock::instant);
  }

  private static NodePatience patience(PoolParts parts) {
    return NodePatience.of(
        Optional.ofNullable(parts.template().deletion().nodeDeletionTimeoutSeconds()));
  }

  private Instant refusedSince(ApiObject pool) {
    var first = new Moment(pool.uid(), clock.instant());
    return refused
        .merge(pool.key(), first, (old, fresh) -> old.uid().equals(fresh.uid()) ? old : fresh)
        .at();
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
