package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.EventReasons;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.engine.pool.MachinePoolEdits;
import io.weir.engine.pool.MachinePoolObjects;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolSnapshot;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshotFactory;
import io.weir.engine.pool.PoolStatusDecider;
import io.weir.engine.pool.ResolvedReference;
import io.weir.engine.watch.PauseCheck;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.objects.RevertedWrites;
import io.weir.manager.workload.WorkloadClusterAccess;
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
  private static final Duration ABSENCE_GRACE_PERIOD = Duration.ofSeconds(5);

  private static final Duration SOON = Duration.ofSeconds(1);

  private final ObjectCache machinePools;
  private final ObjectCache clusters;
  private final ReferenceResolver referenceResolver;
  private final KubeClient kube;
  private final EventRecorder events;
  private final InstantSource clock;
  private final PoolNodeOperations nodes;
  private final LiveMembership liveMembership;
  private final PoolStatusWriter statusWriter;
  private final MachinePoolDeletion deletion;

  MachinePoolController(
      ObjectCache machinePools,
      ObjectCache clusters,
      ReferenceResolver referenceResolver,
      PoolNodeOperations nodes,
      NodeDeletionDeferrer nodeDeletionDeferrer,
      KubeClient kube,
      EventRecorder events,
      InstantSource clock) {
    this.machinePools = machinePools;
    this.clusters = clusters;
    this.referenceResolver = referenceResolver;
    this.kube = kube;
    this.events = events;
    this.clock = clock;
    this.nodes = nodes;
    this.liveMembership = new LiveMembership(kube);
    this.statusWriter = new PoolStatusWriter(kube, events, clock);
    this.deletion =
        new MachinePoolDeletion(
            referenceResolver, nodes, statusWriter, nodeDeletionDeferrer, kube, events, clock);
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> found = machinePools.get(key);
    if (found.isEmpty()) {
      deletion.forget(key);
      statusWriter.forget(key);
      nodes.forget(key);
      return Requeue.done();
    }
    ApiObject pool = found.get();
    MachinePool view = pool.as(MachinePool.class);
    Optional<ApiObject> cluster =
        clusters.get(new ObjectKey(pool.namespace(), view.spec().clusterName()));
    Optional<String> paused = PauseCheck.whyPaused(pool, cluster);
    if (paused.isPresent()) {
      boolean alone = cluster.flatMap(PauseCheck::whyPaused).isEmpty();
      statusWriter.writePaused(
          pool, alone ? paused.get() + pauseScopeMessage(pool, view) : paused.get());
      return Requeue.done();
    }
    Optional<Requeue> unread = reportUnknownKinds(pool, view.spec().template().spec());
    if (unread.isPresent()) {
      return unread.get();
    }
    MachinePoolObjects parts = gather(pool, view, cluster);
    return pool.isDeleting() ? deletion.delete(parts) : converge(parts);
  }

  /** As in Cluster API, the annotation stops work on its own object only. */
  private static String pauseScopeMessage(ApiObject pool, MachinePool view) {
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
  private Optional<Requeue> reportUnknownKinds(ApiObject pool, MachinePool.MachineSpec template) {
    var config = referenceResolver.findUnknownKind(template.bootstrap().configRef());
    var machines = referenceResolver.findUnknownKind(template.infrastructureRef());
    if (config.isEmpty() && machines.isEmpty()) {
      return Optional.empty();
    }
    var overdue = new ArrayList<Condition>();
    overdue(ConditionTypes.BOOTSTRAP_CONFIG_READY, config).ifPresent(overdue::add);
    overdue(ConditionTypes.INFRASTRUCTURE_READY, machines).ifPresent(overdue::add);
    if (pool.isDeleting() && !overdue.isEmpty()) {
      String why = overdue.getFirst().message();
      overdue.add(Condition.ofTrue(ConditionTypes.DELETING, ConditionReasons.DELETING, why));
      events.warning(pool, EventReasons.DELETION_HELD_UP, "Delete", why);
    }
    if (overdue.isEmpty()) {
      return Optional.of(Requeue.after(SOON));
    }
    statusWriter.writeConditions(pool, overdue);
    return Optional.of(
        Requeue.backoffBetween(
            overdue.getFirst().message(), ABSENCE_GRACE_PERIOD, Duration.ofMinutes(1)));
  }

  private Optional<Condition> overdue(String type, Optional<ReferenceResolver.UnknownKind> unread) {
    return unread
        .filter(it -> !clock.instant().isBefore(it.since().plus(ABSENCE_GRACE_PERIOD)))
        .map(it -> Condition.ofUnknown(type, ConditionReasons.READY_UNKNOWN, it.problem()));
  }

  private MachinePoolObjects gather(ApiObject pool, MachinePool view, Optional<ApiObject> cluster) {
    MachinePool.MachineSpec template = view.spec().template().spec();
    return new MachinePoolObjects(
        pool,
        view,
        cluster,
        find(pool, view, template.bootstrap().configRef()),
        find(pool, view, template.infrastructureRef()));
  }

  private ResolvedReference find(
      ApiObject pool, MachinePool view, @Nullable ContractReference reference) {
    ResolvedReference found = referenceResolver.resolve(pool, reference);
    return pool.isDeleting()
        ? referenceResolver.deletedWithPool(pool, view.spec().clusterName(), found)
        : found;
  }

  private Requeue converge(MachinePoolObjects parts) {
    ApiObject pool = parts.pool();
    if (!pool.hasFinalizer(MetadataKeys.MACHINE_POOL_FINALIZER)) {
      // Our webhook has given it to every pool that was made while it answered. Before anything is
      // taken: a pool that goes without it leaves its parts behind.
      ApiObject _ =
          addFinalizerAndFields(
              parts, new BootstrapState.Waiting(""), new InfrastructureState.Missing(""));
      return Requeue.done();
    }
    String cluster = parts.view().spec().clusterName();
    var undone = new RevertedWrites();
    referenceResolver.adopt(pool, cluster, parts.config(), undone);
    referenceResolver.adopt(pool, cluster, parts.infrastructure(), undone);
    Optional<Duration> early = absenceGracePeriodLeft(parts);
    if (early.isPresent()) {
      return Requeue.after(early.get());
    }
    parts
        .foreignProblems()
        .forEach(
            trouble -> events.warning(pool, EventReasons.REFERENCE_UNUSABLE, "Reconcile", trouble));

    BootstrapState bootstrapState = parts.bootstrapState();
    InfrastructureState machines = parts.infrastructureState();
    ApiObject held =
        undone.attempt(pool, () -> addFinalizerAndFields(parts, bootstrapState, machines));
    if (held != pool) {
      // The write's own event brings the pass that reports: one write of the status less.
      return Requeue.done();
    }
    MemberNodes seen = nodes.observe(parts, machines);
    if (seen.isConnecting() && isReported(parts)) {
      // What was reported still stands; the connection brings the next pass in a moment.
      Duration connects = WorkloadClusterAccess.CONNECTS_WITHIN;
      return Requeue.after(
          undone.retryAfter().filter(soon -> soon.compareTo(connects) < 0).orElse(connects));
    }
    PoolDecision decision =
        PoolStatusDecider.decide(snapshot(parts, bootstrapState, machines, seen));
    if (liveMembership.contradicts(parts, seen, decision)) {
      return Requeue.after(SOON);
    }
    // What the status does not name any more, nobody deletes any more: Nodes go before they are
    // forgotten. One that refuses, to go or to be marked, must not keep the status from being told.
    PoolNodeOperations.RemovalResult removalResult = PoolNodeOperations.remove(seen, decision);
    Optional<Duration> heldBack =
        statusWriter.writeOrDelay(pool, decision.withNodeRefs(removalResult.remaining()));
    try {
      PoolNodeOperations.updateMembers(parts, seen, decision);
      removalResult.throwIfRefused();
    } catch (KubeException.Forbidden refused) {
      return refused(pool, refused);
    } catch (KubeException.Reverted nodes) {
      events.warning(
          pool,
          EventReasons.WRITE_REVERTED,
          "Reconcile",
          "in the workload cluster, " + nodes.getMessage());
      undone.add(nodes);
    }
    return next(
        parts,
        decision,
        Stream.of(heldBack, undone.retryAfter())
            .flatMap(Optional::stream)
            .min(Duration::compareTo));
  }

  private PoolSnapshot snapshot(
      MachinePoolObjects parts,
      BootstrapState bootstrapState,
      InfrastructureState machines,
      MemberNodes seen) {
    Instant now = clock.instant();
    return PoolSnapshotFactory.create(
        parts.pool(), bootstrapState, machines, seen.workload(now), "", now);
  }

  /**
   * Unmarked Nodes keep the taint that no Pod tolerates: a pool that runs otherwise must say so.
   */
  private Requeue refused(ApiObject pool, KubeException.Forbidden refused) {
    String why =
        "%s; the account of Cluster %s's kubeconfig must be allowed to get, list, watch, patch and delete Nodes"
            .formatted(refused.getMessage(), pool.as(MachinePool.class).spec().clusterName());
    events.warning(pool, EventReasons.NODES_REFUSED, "Reconcile", why);
    return Requeue.backoffBetween(why, ABSENCE_GRACE_PERIOD, Duration.ofMinutes(5));
  }

  private static boolean isReported(MachinePoolObjects parts) {
    return parts.view().status().observedGeneration() != null;
  }

  private static Requeue next(
      MachinePoolObjects parts, PoolDecision decision, Optional<Duration> heldBack) {
    Optional<String> unfit = parts.unsupportedProblem();
    if (unfit.isPresent()) {
      // No event tells that the kind's CRD has got its label.
      return Requeue.backoffBetween(unfit.get(), ABSENCE_GRACE_PERIOD, Duration.ofMinutes(5));
    }
    return Stream.of(decision.counts().requeueAfter(), heldBack)
        .flatMap(Optional::stream)
        .min(Duration::compareTo)
        .map(Requeue::after)
        .orElse(Requeue.done());
  }

  /**
   * What a new pool names comes in a moment, and so does its bootstrap data; only their delay is
   * worth a word.
   */
  private Optional<Duration> absenceGracePeriodLeft(MachinePoolObjects parts) {
    Instant worthIt =
        parts.pool().creationTimestamp().orElse(Instant.EPOCH).plus(ABSENCE_GRACE_PERIOD);
    Duration left = Duration.between(clock.instant(), worthIt);
    return !isReported(parts) && parts.isIncomplete() && left.isPositive()
        ? Optional.of(left)
        : Optional.empty();
  }

  /** Everything that belongs on the pool besides its status, in one write. */
  private ApiObject addFinalizerAndFields(
      MachinePoolObjects parts,
      BootstrapState bootstrapState,
      InfrastructureState infrastructureState) {
    return kube.editKept(
        parts.pool(),
        tree -> MachinePoolEdits.hold(tree, parts, bootstrapState, infrastructureState));
  }
}
