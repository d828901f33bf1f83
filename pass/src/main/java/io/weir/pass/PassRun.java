package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.engine.rollout.RolloutProgress;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import java.time.Duration;
import java.util.Optional;

/**
 * A pool during one pass.
 *
 * @param identity the pool by the name of its cloud objects
 * @param objects what it is made of in the management cluster
 * @param members who belongs to it
 */
record PassRun<D extends DesiredState, O extends ObservedState>(
    PassSubject subject,
    PoolIdentity identity,
    PoolStore store,
    PoolObjectPart<O> objects,
    PoolMembership<D, O> members) {

  static <D extends DesiredState, O extends ObservedState> PassRun<D, O> of(
      PoolProvider<D, O> provider, PassSubject subject, PoolStore store) {
    return new PassRun<>(
        subject,
        subject.identity(provider.cloudName(subject.pool())),
        store,
        new PoolObjectPart<>(provider, subject, store),
        new PoolMembership<>(provider, subject, store));
  }

  ApiObject pool() {
    return subject.pool();
  }

  StepLoop.Task<D, O> task(PoolIntent<D> intent, OpenScope<O> scope) {
    return new StepLoop.Task<>(identity, intent, Optional.empty(), scope, store, objects);
  }

  /** Why nothing may be written to what was observed. */
  Optional<String> ownershipConflict(Observation<O> seen) {
    return seen.ownershipConflict(identity, store.annotations());
  }

  private static ReportContext.Rollout rollout(RolloutProgress progress) {
    return new ReportContext.Rollout(
        progress.state() == RolloutProgress.State.STALLED, progress.message());
  }

  /** The outcome of a pass that an object blocks. */
  PassOutcome<D, O> blocked(PrerequisiteException cause, Observation<O> seen, boolean deleting) {
    return PassOutcome.blocked(identity, cause, seen, deleting);
  }

  /** The outcome of a pass that could not look something up. */
  PassOutcome<D, O> unreachable(CallFailure failure, Observation<O> seen, boolean deleting) {
    return PassOutcome.unreachable(identity, failure, seen, deleting);
  }

  /**
   * The outcome of a pass that got as far as its steps.
   *
   * @param resolution absent while deleting
   */
  PassOutcome<D, O> acted(
      OpenScope<O> scope,
      Optional<ResolveResult<D>> resolution,
      StepLoop.Result<O> result,
      Optional<String> leftInCloud,
      RetirementStatus retirement,
      Duration retryIn) {
    Observation<O> seen = result.observation();
    Optional<CallFailure> failure = result.failureOrObservationFailure(scope);
    if (seen instanceof Observation.Unknown && failure.isEmpty()) {
      return new PassOutcome.Unknown<>();
    }
    var now = new PlanContext<>(identity, seen, store.annotations());
    var report =
        new ReportContext<>(
            identity,
            resolution,
            seen,
            failure,
            resolution.isEmpty(),
            now.annotations(),
            members.nodes(seen),
            retirement.rollout().map(PassRun::rollout));
    return new PassOutcome.Acted<>(
        report,
        result.failure(),
        () -> members.of(resolution, now),
        leftInCloud,
        retirement,
        retryIn);
  }
}
