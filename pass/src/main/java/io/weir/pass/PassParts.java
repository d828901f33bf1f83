package io.weir.pass;

import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What the passes over pools of one kind have in common.
 *
 * @param clock one that never goes back, the same as that of observations and back-offs
 */
record PassParts<D extends DesiredState, O extends ObservedState>(
    PoolProvider<D, O> provider,
    ScopeAccess<O> scopes,
    StepBackoff backoff,
    TerminationBrake brake,
    PassListener listener,
    InstantSource clock,
    Placement<O> placement,
    StepLoop<D, O> stepLoop,
    PoolSecretWriter secretWriter,
    RequestedSizes requestedSizes,
    HeldAnswers heldAnswers) {

  static <O extends ObservedState> Observation<O> notObserved() {
    return new Observation.Unknown<>("not observed");
  }

  OpenScope<O> follow(PassRun<D, O> run, Placement.Result.Located located) {
    return scopes.follow(located.grant(), run.pool(), run.identity());
  }

  /** Nothing is observed on behalf of the pool any more. */
  PassOutcome<D, O> unfollowed(PassRun<D, O> run, PrerequisiteException cause, boolean deleting) {
    scopes.unfollow(run.pool().key());
    return run.blocked(cause, notObserved(), deleting);
  }

  /** When the first step that is held back may be made; zero if none is. */
  Duration timeUntilRetry(PassRun<D, O> run, StepLoop.Result<O> result) {
    Duration afterFailure = backoff.timeUntilRetry(run.identity().key());
    return result
        .brakeRetry()
        .filter(retry -> afterFailure.isZero() || retry.compareTo(afterFailure) < 0)
        .orElse(afterFailure);
  }

  void tellPeople(PassRun<D, O> run, CallFailure failure) {
    if (failure.error().needsUserAction()) {
      listener.failed(run.identity().key(), failure);
    }
  }

  void tellPeople(PassRun<D, O> run, PrerequisiteException cause) {
    if (cause.needsUserAction()) {
      listener.blocked(run.identity().key(), cause);
    }
  }
}
