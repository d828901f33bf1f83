package io.weir.pass;

import io.weir.api.EventReasons;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.ResolveResult;
import java.util.List;
import java.util.Optional;

/** A pass over a pool that is wanted: done, or only planned. */
final class ConvergingPass<D extends DesiredState, O extends ObservedState> {

  private static final int QUERIES_AT_MOST = 5;

  private final PassParts<D, O> parts;

  ConvergingPass(PassParts<D, O> parts) {
    this.parts = parts;
  }

  PassOutcome<D, O> converge(PassRun<D, O> run, PoolInputs in) {
    Placement.Result where;
    try {
      where = parts.placement().toConverge(in);
    } catch (ProviderException error) {
      return lookupFailed(run, error, PassParts.notObserved());
    }
    return switch (where) {
      case Placement.Result.Located located -> converge(run, in, located);
      case Placement.Result.Undetermined(var cause, var written) when written.isPresent() ->
          run.blocked(cause, known(run, parts.follow(run, written.get())), false);
      case Placement.Result.Undetermined(var cause, var _) -> parts.unfollowed(run, cause, false);
      // Also one that was granted before.
      case Placement.Result.Refused(var cause) -> parts.unfollowed(run, cause, false);
      case Placement.Result.NotCreated _ -> new PassOutcome.Unknown<>();
    };
  }

  private PassOutcome<D, O> converge(
      PassRun<D, O> run, PoolInputs in, Placement.Result.Located located) {
    run.store().writeFinalizerAndPlace(located.place(), !parts.provider().objectKinds().isEmpty());
    OpenScope<O> scope = parts.follow(run, located);
    Optional<CallFailure> unreadable = run.objects().unreadable();
    if (unreadable.isPresent()) {
      parts.tellPeople(run, unreadable.get());
      return run.unreachable(unreadable.get(), PassParts.notObserved(), false);
    }
    Observation<O> seen = latest(run, scope);
    // First: bootstrap data may be made from it, and without that there is no desired state.
    PoolSecretWriter.Result secret =
        parts.secretWriter().write(run.subject(), in, scope.scope(), scope.queries());
    ResolveResult<D> resolution;
    try {
      resolution = resolve(in, scope);
    } catch (ProviderException error) {
      return lookupFailed(run, error, seen);
    }
    Optional<D> target = target(resolution, seen);
    if (target.isEmpty()) {
      return blocked(run, resolution.blocker().orElseThrow(), secret, seen);
    }
    if (secret instanceof PoolSecretWriter.Result.Failed failed) {
      scope
          .observations()
          .observeAt(run.identity().cloudName(), parts.clock().instant().plus(failed.retryIn()));
    }
    resolution.blocker().ifPresent(cause -> parts.tellPeople(run, cause));
    Observation<O> cloud = parts.stepLoop().trustedObservation(run, scope);
    return act(
        run, scope, resolution, cloud, retire(run, in, scope, resolution, target.get(), cloud));
  }

  /** Bootstrap data that is not there yet may wait for the pool's Secret. */
  private PassOutcome<D, O> blocked(
      PassRun<D, O> run,
      PrerequisiteException cause,
      PoolSecretWriter.Result secret,
      Observation<O> seen) {
    if (!cause.reason().equals(RequiredBootstrapData.WAITING)) {
      return run.blocked(cause, seen, false);
    }
    return switch (secret) {
      case PoolSecretWriter.Result.Settled _ -> run.blocked(cause, seen, false);
      case PoolSecretWriter.Result.Blocked(PrerequisiteException earlier) ->
          run.blocked(earlier, seen, false);
      case PoolSecretWriter.Result.Failed(CallFailure failure) ->
          run.unreachable(failure, seen, false);
    };
  }

  private Observation<O> known(PassRun<D, O> run, OpenScope<O> scope) {
    return run.objects().unreadable().isPresent() ? PassParts.notObserved() : latest(run, scope);
  }

  private Observation<O> latest(PassRun<D, O> run, OpenScope<O> scope) {
    return run.objects()
        .complete(run.identity(), scope.observations().latestObservation(run.identity()));
  }

  /** What stands in for a desired state is for pools that exist. */
  private Optional<D> target(ResolveResult<D> resolution, Observation<O> seen) {
    return resolution.blocker().isEmpty() || seen instanceof Observation.Present
        ? resolution.target()
        : Optional.empty();
  }

  private PassOutcome<D, O> lookupFailed(
      PassRun<D, O> run, ProviderException error, Observation<O> seen) {
    var failure = new CallFailure("look up what " + run.pool() + " needs", error);
    parts.tellPeople(run, failure);
    return run.unreachable(failure, seen, false);
  }

  private ResolveResult<D> resolve(PoolInputs in, OpenScope<O> scope) throws ProviderException {
    ResolveResult<D> resolution = parts.provider().resolveDesiredState(in, scope.queries());
    for (int i = 0; resolution instanceof ResolveResult.NeedsQueries<D> needed; i++) {
      if (i == QUERIES_AT_MOST) {
        throw new IllegalStateException("endless queries: " + needed.queries());
      }
      scope.queries().query(needed.queries());
      resolution = parts.provider().resolveDesiredState(in, scope.queries());
    }
    return resolution;
  }

  private PassOutcome<D, O> act(
      PassRun<D, O> run,
      OpenScope<O> scope,
      ResolveResult<D> resolution,
      Observation<O> cloud,
      RetirementPlan<D> retirement) {
    StepLoop.Result<O> steps = parts.stepLoop().run(run.task(retirement.intent(), scope), cloud);
    StepLoop.Result<O> result = retirement.held().map(steps::withHeld).orElse(steps);
    if (resolution.blocker().isEmpty()) {
      run.ownershipConflict(result.observation())
          .map(why -> PrerequisiteException.needsUserAction(EventReasons.NOT_OWNED, why))
          .ifPresent(why -> parts.tellPeople(run, why));
    }
    return run.acted(
        scope,
        Optional.of(resolution),
        result,
        Optional.empty(),
        retirement.status(),
        parts.timeUntilRetry(run, result));
  }

  /** Who leaves is written down before anything is done to its Node, or to it. */
  private RetirementPlan<D> retire(
      PassRun<D, O> run,
      PoolInputs in,
      OpenScope<O> scope,
      ResolveResult<D> resolution,
      D target,
      Observation<O> cloud) {
    NodeDrains drains = run.subject().drains();
    Observation<O> seen = run.objects().complete(run.identity(), cloud);
    RetirementPlan<D> plan = plan(run, in, scope, resolution, target, seen, drains);
    plan.retirements()
        .ifPresent(
            retirements -> {
              run.store().writeRetirements(retirements.text());
              drains.follow(plan.drains(), plan.restore());
            });
    return plan;
  }

  private RetirementPlan<D> plan(
      PassRun<D, O> run,
      PoolInputs in,
      OpenScope<O> scope,
      ResolveResult<D> resolution,
      D target,
      Observation<O> seen,
      NodeDrains drains) {
    var now = new PlanContext<>(run.identity(), seen, run.store().annotations());
    return new RetirementPlanner<D>(
            parts.provider().traits(run.pool()),
            parts.requestedSizes(),
            parts.heldAnswers(),
            () -> parts.brake().hold(scope.scope(), 1),
            parts.clock())
        .plan(run, in, target, seen, () -> run.members().of(Optional.of(resolution), now), drains);
  }

  DryRun<O> dryRun(PassRun<D, O> run, PoolInputs in) {
    try {
      return switch (parts.placement().toConverge(in)) {
        case Placement.Result.Located located -> dryRun(run, in, located);
        case Placement.Result.Undetermined(var cause, var _) -> DryRun.blocked(cause);
        case Placement.Result.Refused(var cause) -> DryRun.blocked(cause);
        case Placement.Result.NotCreated _ ->
            throw new IllegalStateException("a pool that is wanted is somewhere");
      };
    } catch (ProviderException error) {
      return DryRun.failed(error);
    }
  }

  private DryRun<O> dryRun(PassRun<D, O> run, PoolInputs in, Placement.Result.Located located)
      throws ProviderException {
    OpenScope<O> scope = parts.follow(run, located);
    Optional<CallFailure> unreadable = run.objects().unreadable();
    if (unreadable.isPresent()) {
      return DryRun.failed(unreadable.get().error());
    }
    ResolveResult<D> resolution = resolve(in, scope);
    Observation<O> seen =
        run.objects().complete(run.identity(), parts.stepLoop().trustedObservation(run, scope));
    var now = new PlanContext<>(run.identity(), seen, run.store().annotations());
    return new DryRun<>(
        Optional.of(located.place()),
        seen,
        target(resolution, seen)
            .map(want -> plan(run, in, scope, resolution, want, seen, NodeDrains.NONE).intent())
            .map(intent -> parts.provider().plan(intent, now))
            .orElse(List.of()),
        run.members().of(Optional.of(resolution), now),
        run.ownershipConflict(seen),
        resolution.blocker(),
        scope.observations().reportableFailure());
  }
}
