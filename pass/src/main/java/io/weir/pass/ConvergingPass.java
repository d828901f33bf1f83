package io.weir.pass;

import io.weir.api.EventReasons;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
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
      case Placement.Result.Placed placed -> converge(run, in, placed);
      case Placement.Result.Unclear(var cause, var written) when written.isPresent() ->
          run.blocked(cause, known(run, parts.follow(run, written.get())), false);
      case Placement.Result.Unclear(var cause, var _) -> parts.unfollowed(run, cause, false);
      // Also one that was granted before.
      case Placement.Result.Refused(var cause) -> parts.unfollowed(run, cause, false);
      case Placement.Result.Nowhere _ -> new PassOutcome.Unknown<>();
    };
  }

  private PassOutcome<D, O> converge(
      PassRun<D, O> run, PoolInputs in, Placement.Result.Placed placed) {
    run.store().hold(placed.place());
    OpenScope<O> scope = parts.follow(run, placed);
    Optional<CallFailure> unreadable = run.objects().unreadable();
    if (unreadable.isPresent()) {
      parts.tellPeople(run, unreadable.get());
      return run.unreachable(unreadable.get(), PassParts.notObserved(), false);
    }
    Observation<O> seen = latest(run, scope);
    ResolveResult<D> resolution;
    try {
      resolution = resolve(in, scope);
    } catch (ProviderException error) {
      return lookupFailed(run, error, seen);
    }
    Optional<D> target = target(resolution, seen);
    if (target.isEmpty()) {
      return run.blocked(resolution.blocker().orElseThrow(), seen, false);
    }
    resolution.blocker().ifPresent(cause -> parts.tellPeople(run, cause));
    return act(run, scope, resolution, new PoolIntent.Converge<>(target.get()));
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
      PoolIntent.Converge<D> intent) {
    StepLoop.Result<O> result = parts.stepLoop().run(run.task(intent, scope));
    if (resolution.blocker().isEmpty()) {
      run.hindrance(result.observation())
          .map(why -> PrerequisiteException.needsUserAction(EventReasons.NOT_OWNED, why))
          .ifPresent(why -> parts.tellPeople(run, why));
    }
    return run.acted(
        scope, Optional.of(resolution), result, Optional.empty(), parts.timeUntilRetry(run));
  }

  PoolPlan<O> dryRun(PassRun<D, O> run, PoolInputs in) {
    try {
      return switch (parts.placement().toConverge(in)) {
        case Placement.Result.Placed placed -> dryRun(run, in, placed);
        case Placement.Result.Unclear(var cause, var _) -> PoolPlan.blocked(cause);
        case Placement.Result.Refused(var cause) -> PoolPlan.blocked(cause);
        case Placement.Result.Nowhere _ ->
            throw new IllegalStateException("a pool that is wanted is somewhere");
      };
    } catch (ProviderException error) {
      return PoolPlan.failed(error);
    }
  }

  private PoolPlan<O> dryRun(PassRun<D, O> run, PoolInputs in, Placement.Result.Placed placed)
      throws ProviderException {
    OpenScope<O> scope = parts.follow(run, placed);
    Optional<CallFailure> unreadable = run.objects().unreadable();
    if (unreadable.isPresent()) {
      return PoolPlan.failed(unreadable.get().error());
    }
    ResolveResult<D> resolution = resolve(in, scope);
    Observation<O> seen = parts.stepLoop().trustedObservation(run, scope);
    var now = new PlanContext<>(run.identity(), seen, run.store().annotations());
    return new PoolPlan<>(
        Optional.of(placed.place()),
        seen,
        target(resolution, seen)
            .map(want -> parts.provider().plan(new PoolIntent.Converge<>(want), now))
            .orElse(List.of()),
        run.members().of(Optional.of(resolution), now),
        run.hindrance(seen),
        resolution.blocker(),
        scope.observations().reportableFailure());
  }
}
