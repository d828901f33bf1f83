package io.weir.pass;

import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

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
      case Placement.Result.Placed placed -> cleanUp(run, placed, deletedSince);
      case Placement.Result.Unclear(var cause, var _) -> parts.unfollowed(run, cause, true);
      case Placement.Result.Refused(var cause) -> parts.unfollowed(run, cause, true);
      case Placement.Result.Nowhere _ -> new PassOutcome.Released<>(Optional.empty());
    };
  }

  private PassOutcome<D, O> cleanUp(
      PassRun<D, O> run, Placement.Result.Placed placed, Instant deletedSince) {
    // The place is how the observer finds the pools that it wakes.
    run.store().writePlace(placed.place());
    OpenScope<O> scope = parts.follow(run, placed);
    Optional<CallFailure> unreadable = run.objects().unreadable();
    if (unreadable.isPresent()) {
      return run.unreachable(unreadable.get(), PassParts.notObserved(), true);
    }
    var intent = new PoolIntent.Delete<D>(run.subject().goesWithCluster());
    StepLoop.Result<O> result = parts.stepLoop().run(run.task(intent, scope));
    if (result.observation() instanceof Observation.ProvenAbsent<O> absent) {
      if (!absent.asOf().isBefore(deletedSince)) {
        return new PassOutcome.Released<>(Optional.empty());
      }
      scope.observations().observeSoon(run.identity().cloudName());
      if (scope.observations().reportableFailure().isEmpty()) {
        return new PassOutcome.Unknown<>();
      }
    }
    Optional<DeletionDecision> decision = decide(run, result.observation());
    Optional<String> hindrance = run.hindrance(result.observation());
    return result.failure().isEmpty() && mayGo(decision, intent, result.observation())
        ? new PassOutcome.Released<>(hindrance)
        : run.acted(
            scope,
            Optional.empty(),
            result,
            decision.filter(DeletionDecision.HOLD::equals).flatMap(_ -> hindrance),
            parts.timeUntilRetry(run));
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
