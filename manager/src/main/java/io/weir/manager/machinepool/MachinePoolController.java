package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.EventReasons;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolEngine;
import io.weir.engine.pool.PoolParts;
import io.weir.engine.pool.PoolSnapshot;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolTree;
import io.weir.engine.pool.Referred;
import io.weir.engine.pool.Snapshots;
import io.weir.engine.watch.Pause;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps a MachinePool, what it refers to and its Nodes together. */
final class MachinePoolController implements Reconciler {

  /** How long something that comes by itself may take before its absence is reported. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration SOON = Duration.ofSeconds(1);

  private final ObjectCache machinePools;
  private final ObjectCache clusters;
  private final References references;
  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;
  private final NodeCare nodes;
  private final PoolReport report;
  private final MachinePoolDeletion deletion;

  MachinePoolController(
      ObjectCache machinePools,
      ObjectCache clusters,
      References references,
      Workloads workloads,
      GivingUp givingUp,
      KubeClient kube,
      EventRecorder events,
      InstantSource clock) {
    this.machinePools = machinePools;
    this.clusters = clusters;
    this.references = references;
    this.kube = kube;
    this.events = events;
    this.clock = clock;
    this.nodes = new NodeCare(workloads);
    this.report = new PoolReport(kube, events, clock);
    this.deletion =
        new MachinePoolDeletion(references, nodes, report, givingUp, kube, events, clock);
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> found = machinePools.get(key);
    if (found.isEmpty()) {
      deletion.forget(key);
      report.forget(key);
      nodes.forget(key);
      return Requeue.done();
    }
    ApiObject pool = found.get();
    MachinePool view = pool.as(MachinePool.class);
    Optional<ApiObject> cluster =
        clusters.get(new ObjectKey(pool.namespace(), view.spec().clusterName()));
    Optional<String> paused = Pause.of(pool, cluster);
    if (paused.isPresent()) {
      boolean alone = cluster.flatMap(Pause::of).isEmpty();
      report.paused(pool, alone ? paused.get() + goesOn(pool, view) : paused.get());
      return Requeue.done();
    }
    Optional<Requeue> unread = unread(pool, view.spec().template().spec());
    if (unread.isPresent()) {
      return unread.get();
    }
    PoolParts parts = gather(pool, view, cluster);
    return pool.deleting() ? deletion.delete(parts) : converge(parts);
  }

  /** As in Cluster API, the annotation stops work on its own object only. */
  private static String goesOn(ApiObject pool, MachinePool view) {
    MachinePool.MachineSpec template = view.spec().template().spec();
    String parts =
        Stream.of(template.infrastructureRef(), template.bootstrap().configRef())
            .flatMap(Stream::ofNullable)
            .map(reference -> "%s %s".formatted(reference.kind(), reference.name()))
            .collect(Collectors.joining(" and "));
    return "; it pauses this object alone: %s in namespace %s still follow its spec until they have it too, or spec.paused of the Cluster is true"
        .formatted(parts, pool.namespace());
  }

  /** What to do while the kinds referred to are not known: their objects only seem to be absent. */
  private Optional<Requeue> unread(ApiObject pool, MachinePool.MachineSpec template) {
    var config = references.unread(template.bootstrap().configRef());
    var machines = references.unread(template.infrastructureRef());
    if (config.isEmpty() && machines.isEmpty()) {
      return Optional.empty();
    }
    var overdue = new ArrayList<Condition>();
    overdue(ConditionTypes.BOOTSTRAP_CONFIG_READY, config).ifPresent(overdue::add);
    overdue(ConditionTypes.INFRASTRUCTURE_READY, machines).ifPresent(overdue::add);
    if (pool.deleting() && !overdue.isEmpty()) {
      String why = overdue.getFirst().message();
      overdue.add(Condition.isTrue(ConditionTypes.DELETING, Reasons.DELETING, why));
      events.warning(pool, EventReasons.DELETION_HELD_UP, "Delete", why);
    }
    if (overdue.isEmpty()) {
      return Optional.of(Requeue.after(SOON));
    }
    report.conditions(pool, overdue);
    return Optional.of(
        Requeue.slowly(overdue.getFirst().message(), PATIENCE, Duration.ofMinutes(1)));
  }

  private Optional<Condition> overdue(String type, Optional<References.Unread> unread) {
    return unread
        .filter(it -> !clock.instant().isBefore(it.since().plus(PATIENCE)))
        .map(it -> Condition.isUnknown(type, Reasons.READY_UNKNOWN, it.trouble()));
  }

  private PoolParts gather(ApiObject pool, MachinePool view, Optional<ApiObject> cluster) {
    MachinePool.MachineSpec template = view.spec().template().spec();
    return new PoolParts(
        pool,
        view,
        cluster,
        find(pool, view, template.bootstrap().configRef()),
        find(pool, view, template.infrastructureRef()));
  }

  private Referred find(ApiObject pool, MachinePool view, @Nullable ContractReference reference) {
    Referred found = references.find(pool, reference);
    return pool.deleting() ? references.leaving(pool, view.spec().clusterName(), found) : found;
  }

  private Requeue converge(PoolParts parts) {
    ApiObject pool = parts.pool();
    if (!pool.hasFinalizer(Keys.MACHINE_POOL_FINALIZER)) {
      // Our webhook has given it to every pool that was made while it answered. Before anything is
      // taken: a pool that goes without it leaves its parts behind.
      ApiObject _ = hold(parts, new Bootstrap.Waiting(""), new Infrastructure.Missing(""));
      return Requeue.done();
    }
    String cluster = parts.view().spec().clusterName();
    references.take(pool, cluster, parts.config());
    references.take(pool, cluster, parts.infrastructure());
    Optional<Duration> early = early(parts);
    if (early.isPresent()) {
      return Requeue.after(early.get());
    }
    parts
        .foreign()
        .forEach(
            trouble -> events.warning(pool, EventReasons.REFERENCE_UNUSABLE, "Reconcile", trouble));

    Bootstrap bootstrap = parts.bootstrap();
    Infrastructure machines = parts.machines();
    ApiObject held = hold(parts, bootstrap, machines);
    if (held != pool) {
      // The write's own event brings the pass that reports: one write of the status less.
      return Requeue.done();
    }
    MemberNodes seen = nodes.seen(parts, machines);
    if (seen.connecting() && reported(parts)) {
      // What was reported still stands; the connection brings the next pass in a moment.
      return Requeue.done();
    }
    PoolDecision decision = PoolEngine.decide(snapshot(parts, bootstrap, machines, seen));
    // What the status does not name any more, nobody deletes any more: Nodes go before they are
    // forgotten. One that refuses, to go or to be marked, must not keep the status from being told.
    NodeCare.Removal removal = NodeCare.remove(seen, decision);
    Optional<Duration> heldBack = report.settling(pool, decision.keeping(removal.left()));
    try {
      NodeCare.mark(parts, seen, decision);
      removal.orThrow();
    } catch (KubeException.Forbidden refused) {
      return refused(pool, refused);
    }
    return next(parts, decision, heldBack);
  }

  private PoolSnapshot snapshot(
      PoolParts parts, Bootstrap bootstrap, Infrastructure machines, MemberNodes seen) {
    Instant now = clock.instant();
    return Snapshots.of(parts.pool(), bootstrap, machines, seen.workload(now), "", now);
  }

  /**
   * Unmarked Nodes keep the taint that no Pod tolerates: a pool that runs otherwise must say so.
   */
  private Requeue refused(ApiObject pool, KubeException.Forbidden refused) {
    String why =
        "%s; the account of Cluster %s's kubeconfig must be allowed to get, list, watch, patch and delete Nodes"
            .formatted(refused.getMessage(), pool.as(MachinePool.class).spec().clusterName());
    events.warning(pool, EventReasons.NODES_REFUSED, "Reconcile", why);
    return Requeue.slowly(why, PATIENCE, Duration.ofMinutes(5));
  }

  private static boolean reported(PoolParts parts) {
    return parts.view().status().observedGeneration() != null;
  }

  private static Requeue next(PoolParts parts, PoolDecision decision, Optional<Duration> heldBack) {
    Optional<String> unfit = parts.unfit();
    if (unfit.isPresent()) {
      // No event tells that the kind's CRD has got its label.
      return Requeue.slowly(unfit.get(), PATIENCE, Duration.ofMinutes(5));
    }
    return Stream.of(decision.counts().nextLook(), heldBack)
        .flatMap(Optional::stream)
        .min(Duration::compareTo)
        .map(Requeue::after)
        .orElse(Requeue.done());
  }

  /**
   * What a new pool names comes in a moment, and so does its first-boot data; only their delay is
   * worth a word.
   */
  private Optional<Duration> early(PoolParts parts) {
    Instant worthIt = parts.pool().creationTimestamp().orElse(Instant.EPOCH).plus(PATIENCE);
    Duration left = Duration.between(clock.instant(), worthIt);
    return !reported(parts) && parts.incomplete() && left.isPositive()
        ? Optional.of(left)
        : Optional.empty();
  }

  /** Everything that belongs on the pool besides its status, in one write. */
  private ApiObject hold(PoolParts parts, Bootstrap bootstrap, Infrastructure infrastructure) {
    return kube.edit(parts.pool(), tree -> PoolTree.hold(tree, parts, bootstrap, infrastructure));
  }
}
