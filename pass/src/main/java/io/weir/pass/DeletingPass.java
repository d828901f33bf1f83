package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import io.weir.engine.drain.DrainLimits;
import io.weir.engine.rollout.RolloutAnnotations;
import io.weir.engine.rollout.RolloutStrategy;
import io.weir.provider.Actor;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A pass over a pool that is being deleted, and that may have something in the cloud. */
final class DeletingPass<D extends DesiredState, O extends ObservedState> {

  private final PassParts<D, O> parts;

  DeletingPass(PassParts<D, O> parts) {
    this.parts = parts;
  }

  PassOutcome<D, O> delete(
      PassRun<D, O> run, Optional<PoolInputs> in, RelatedObjects related, Instant deletedSince) {
    Placement.Result where;
    try {
      where = parts.placement().toCleanUp(run.pool(), in, related);
    } catch (ProviderException error) {
      var failure = new CallFailure("look up where " + run.pool() + " is", error);
      return run.unreachable(failure, PassParts.notObserved(), true);
    }
    return switch (where) {
      case Placement.Result.Located located -> cleanUp(run, in, located, deletedSince);
      case Placement.Result.Undetermined(var cause, var _) -> parts.unfollowed(run, cause, true);
      case Placement.Result.Refused(var cause) -> parts.unfollowed(run, cause, true);
      case Placement.Result.NotCreated _ -> new PassOutcome.Released<>(Optional.empty());
    };
  }

  private PassOutcome<D, O> cleanUp(
      PassRun<D, O> run,
      Optional<PoolInputs> in,
      Placement.Result.Located located,
      Instant deletedSince) {
    // The place is how the observer finds the pools that it wakes.
    run.store().writePlace(located.place());
    OpenScope<O> scope = parts.follow(run, located);
    Optional<CallFailure> unreadable = run.objects().unreadable();
    if (unreadable.isPresent()) {
      return run.unreachable(unreadable.get(), PassParts.notObserved(), true);
    }
    var intent = new PoolIntent.Delete<D>(run.subject().goesWithCluster());
    Observation<O> cloud = parts.stepLoop().trustedObservation(run, scope);
    Optional<PassOutcome<D, O>> draining = drain(run, in, scope, intent, cloud);
    if (draining.isPresent()) {
      return draining.get();
    }
    StepLoop.Result<O> result = parts.stepLoop().run(run.task(intent, scope), cloud);
    if (result.observation() instanceof Observation.ProvenAbsent<O>) {
      if (scope.observations().proveAbsence(run.identity().cloudName(), deletedSince)) {
        return new PassOutcome.Released<>(Optional.empty());
      }
      if (scope.observations().reportableFailure().isEmpty()) {
        return new PassOutcome.Unknown<>();
      }
    }
    Optional<DeletionDecision> decision = decide(run, result.observation());
    Optional<String> conflict = run.ownershipConflict(result.observation());
    if (result.failure().isEmpty() && mayGo(decision, intent, result.observation())) {
      conflict.ifPresent(why -> parts.listener().left(run.identity().key(), why));
      return new PassOutcome.Released<>(conflict);
    }
    return run.acted(
        scope,
        Optional.empty(),
        result,
        decision.filter(DeletionDecision.HOLD::equals).flatMap(_ -> conflict),
        RetirementStatus.NONE,
        parts.timeUntilRetry(run, result));
  }

  /** Nothing is deleted while Nodes are drained; absent if there is nothing to wait for. */
  private Optional<PassOutcome<D, O>> drain(
      PassRun<D, O> run,
      Optional<PoolInputs> in,
      OpenScope<O> scope,
      PoolIntent.Delete<D> intent,
      Observation<O> cloud) {
    NodeDrains drains = run.subject().drains();
    Observation<O> seen = run.objects().complete(run.identity(), cloud);
    Optional<DeletionDrain> wanted =
        in.filter(_ -> mayDrain(run, drains, intent, seen))
            .flatMap(inputs -> deletionDrain(run, inputs.machinePool(), seen));
    // Whom nothing may end keeps its Pods, too: the steps say what holds them.
    boolean held =
        wanted
            .flatMap(drain -> parts.brake().hold(scope.scope(), drain.members().size()))
            .isPresent();
    drains.follow(
        wanted.filter(_ -> !held).map(DeletionDrain::drains).orElse(List.of()), List.of());
    if (held) {
      return Optional.empty();
    }
    Map<String, NodeDrains.Progress> progress = drains.progress();
    return wanted.flatMap(
        drain ->
            drain
                .pending(progress)
                .map(
                    status -> {
                      HeldAnswers.Turn turn =
                          prolong(run, in.orElseThrow().machinePool(), drain.held(progress));
                      return draining(run, scope, intent, cloud, turn, status);
                    }));
  }

  /** Whom the cloud ends by itself waits on while its Node is drained. */
  private HeldAnswers.Turn prolong(PassRun<D, O> run, ApiObject machinePool, Set<String> held) {
    boolean wished =
        RolloutAnnotations.read(machinePool, RolloutStrategy.DEFAULT).drainsCloudTerminations();
    Map<String, Boolean> waiting =
        (wished ? held : Set.<String>of()).stream().collect(Collectors.toMap(id -> id, _ -> false));
    return parts.heldAnswers().turn(run.pool().key(), waiting, parts.clock().instant());
  }

  private PassOutcome<D, O> draining(
      PassRun<D, O> run,
      OpenScope<O> scope,
      PoolIntent.Delete<D> intent,
      Observation<O> cloud,
      HeldAnswers.Turn turn,
      RetirementStatus status) {
    StepLoop.Result<O> result =
        parts.stepLoop().run(run.task(intent, scope).answering(turn.due()), cloud);
    Instant now = parts.clock().instant();
    return run.acted(
        scope,
        Optional.empty(),
        result,
        Optional.empty(),
        status.lookingAgainIn(turn.next().map(at -> Duration.between(now, at))),
        parts.timeUntilRetry(run, result));
  }

  /** Only machines that the deletion ends; never those of a Cluster that goes as a whole. */
  private boolean mayDrain(
      PassRun<D, O> run, NodeDrains drains, PoolIntent.Delete<D> intent, Observation<O> seen) {
    return !intent.withCluster()
        && parts.provider().traits(run.pool()).drains() == Actor.WEIR
        && drains.isPossible()
        && decide(run, seen).filter(DeletionDecision.CLEAN_UP::equals).isPresent();
  }

  private Optional<DeletionDrain> deletionDrain(
      PassRun<D, O> run, ApiObject machinePool, Observation<O> seen) {
    DrainLimits limits = DrainLimits.of(machinePool);
    Optional<Instant> since = run.pool().deletionTimestamp();
    if (limits.drain().isEmpty() || since.isEmpty()) {
      return Optional.empty();
    }
    var now = new PlanContext<>(run.identity(), seen, run.store().annotations());
    return Optional.of(
        new DeletionDrain(
            run.members().of(Optional.empty(), now),
            run.subject().nodes().isKnown(),
            !machinePool.as(MachinePool.class).status().nodeRefs().isEmpty(),
            since.get(),
            limits,
            parts.clock().instant()));
  }

  private boolean mayGo(
      Optional<DeletionDecision> decision, PoolIntent.Delete<D> intent, Observation<O> seen) {
    return decision
        .filter(
            now ->
                switch (now) {
                  case RELEASE -> true;
                  case HOLD -> false;
                  case CLEAN_UP ->
                      parts.provider().goesWithCluster(intent, seen.observedState().orElseThrow());
                })
        .isPresent();
  }

  /** By whose what was seen is; empty if nothing was. */
  private Optional<DeletionDecision> decide(PassRun<D, O> run, Observation<O> seen) {
    Set<String> members = PoolMembers.listedIn(run.pool());
    return seen.observedState()
        .map(
            there ->
                DeletionDecision.of(
                    there.ownerships(run.identity(), run.store().annotations()),
                    members,
                    PoolMembers.of(there.instances().stream()).ids()));
  }
}
