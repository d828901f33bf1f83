package io.weir.pass;

import static io.weir.pass.DeletionDecision.HOLD;
import static io.weir.pass.DeletionDecision.RELEASE;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.EventReasons;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One pass over a pool: where it is, what is observed, what is wanted, what is planned and done,
 * how that ended.
 */
public final class PoolPass<D extends DesiredState, O extends ObservedState> {

  private static final int QUERIES_AT_MOST = 5;
  private static final String NOT_OBSERVED = "not observed";

  private final PoolProvider<D, O> provider;
  private final ScopeAccess<O> scopes;
  private final StepBackoff backoff;
  private final PassListener listener;
  private final Placement<O> placement;
  private final StepLoop<D, O> stepLoop;

  /**
   * Passes over pools of one kind.
   *
   * @param clock one that never goes back, the same as that of observations and back-offs
   */
  public PoolPass(
      PoolProvider<D, O> provider,
      ScopeAccess<O> scopes,
      StepBackoff backoff,
      PassListener listener,
      InstantSource clock) {
    this.provider = provider;
    this.scopes = scopes;
    this.backoff = backoff;
    this.listener = listener;
    this.placement = new Placement<>(provider, scopes);
    this.stepLoop = new StepLoop<>(provider, backoff, listener, clock);
  }

  /** One for a pool that is wanted. */
  public PassOutcome<D, O> converge(PassSubject subject, PoolInputs in, PoolStore store) {
    PoolIdentity identity = subject.identity(provider.cloudName(subject.pool()));
    Placement.Result where;
    try {
      where = placement.toConverge(in);
    } catch (ProviderException error) {
      return lookupFailed(identity, subject, error, new Observation.Unknown<>(NOT_OBSERVED));
    }
    return switch (where) {
      case Placement.Result.Placed placed -> converge(subject, in, store, identity, placed);
      case Placement.Result.Unclear(var cause, var written) when written.isPresent() ->
          blocked(identity, cause, follow(subject, identity, written.get()).latest());
      case Placement.Result.Unclear(var cause, var _) ->
          unfollowed(subject, identity, cause, false);
      // Also one that was granted before: nothing is observed on its behalf any more.
      case Placement.Result.Refused(var cause) -> unfollowed(subject, identity, cause, false);
      case Placement.Result.Nowhere _ -> new PassOutcome.Unknown<>();
    };
  }

  private Followed<O> follow(
      PassSubject subject, PoolIdentity identity, Placement.Result.Placed placed) {
    OpenScope<O> scope = scopes.follow(placed.grant(), subject.pool(), identity);
    return new Followed<>(scope, scope.observations().latestObservation(identity));
  }

  private record Followed<O extends ObservedState>(OpenScope<O> scope, Observation<O> latest) {}

  private PassOutcome<D, O> unfollowed(
      PassSubject subject, PoolIdentity identity, PrerequisiteException cause, boolean deleting) {
    scopes.unfollow(subject.pool().key());
    return PassOutcome.blocked(identity, cause, new Observation.Unknown<>(NOT_OBSERVED), deleting);
  }

  private PassOutcome<D, O> converge(
      PassSubject subject,
      PoolInputs in,
      PoolStore store,
      PoolIdentity identity,
      Placement.Result.Placed placed) {
    store.hold(placed.place());
    Followed<O> followed = follow(subject, identity, placed);
    OpenScope<O> scope = followed.scope();
    Observation<O> seen = followed.latest();
    ResolveResult<D> resolution;
    try {
      resolution = resolve(in, scope);
    } catch (ProviderException error) {
      return lookupFailed(identity, subject, error, seen);
    }
    return switch (resolution) {
      case ResolveResult.Blocked<D>(var cause, var fallback)
          when fallback.isEmpty() || !(seen instanceof Observation.Present) ->
          blocked(identity, cause, seen);
      case ResolveResult.Blocked<D>(var cause, var fallback) -> {
        tellPeople(identity, cause);
        yield act(
            identity, new PoolIntent.Converge<>(fallback.orElseThrow()), scope, store, resolution);
      }
      case ResolveResult.Resolved<D>(D desired) ->
          act(identity, new PoolIntent.Converge<>(desired), scope, store, resolution);
      case ResolveResult.NeedsQueries<D> endless ->
          throw new IllegalStateException("endless queries: " + endless.queries());
    };
  }

  private PassOutcome<D, O> blocked(
      PoolIdentity identity, PrerequisiteException cause, Observation<O> seen) {
    return PassOutcome.blocked(identity, cause, seen, false);
  }

  private PassOutcome<D, O> lookupFailed(
      PoolIdentity identity, PassSubject subject, ProviderException error, Observation<O> seen) {
    var failure = new CallFailure("look up what " + subject.pool() + " needs", error);
    if (error.needsUserAction()) {
      listener.failed(identity.key(), failure);
    }
    return PassOutcome.unreachable(identity, failure, seen, false);
  }

  private void tellPeople(PoolIdentity identity, PrerequisiteException cause) {
    if (cause.needsUserAction()) {
      listener.blocked(identity.key(), cause);
    }
  }

  private ResolveResult<D> resolve(PoolInputs in, OpenScope<O> scope) throws ProviderException {
    ResolveResult<D> resolution = provider.resolveDesiredState(in, scope.queries());
    for (int i = 0;
        i < QUERIES_AT_MOST && resolution instanceof ResolveResult.NeedsQueries<D> needed;
        i++) {
      scope.queries().query(needed.queries());
      resolution = provider.resolveDesiredState(in, scope.queries());
    }
    return resolution;
  }

  private PassOutcome<D, O> act(
      PoolIdentity identity,
      PoolIntent<D> intent,
      OpenScope<O> scope,
      PoolStore store,
      ResolveResult<D> resolution) {
    var result = stepLoop.run(new StepLoop.Task<>(identity, intent, scope, store));
    if (resolution instanceof ResolveResult.Resolved<D>) {
      result
          .observation()
          .hindrance(identity, store.annotations())
          .map(why -> PrerequisiteException.needsUserAction(EventReasons.NOT_OWNED, why))
          .ifPresent(why -> listener.blocked(identity.key(), why));
    }
    return acted(identity, Optional.of(resolution), scope, store, result, Optional.empty());
  }

  private PassOutcome<D, O> acted(
      PoolIdentity identity,
      Optional<ResolveResult<D>> resolution,
      OpenScope<O> scope,
      PoolStore store,
      StepLoop.Result<O> result,
      Optional<String> leftInCloud) {
    Optional<CallFailure> failure = result.failureOrObservationFailure(scope);
    if (result.observation() instanceof Observation.Unknown && failure.isEmpty()) {
      return new PassOutcome.Unknown<>();
    }
    var report =
        new ReportContext<>(
            identity,
            resolution,
            result.observation(),
            failure,
            resolution.isEmpty(),
            store.annotations());
    return new PassOutcome.Acted<>(
        scope, report, result.failure(), leftInCloud, backoff.timeUntilRetry(identity.key()));
  }

  /**
   * One for a pool that is being deleted, and that may have something in the cloud.
   *
   * @param in what it was made from, if that is still there
   * @param deletedSince when the deletion was first seen: an older absence may be overtaken by a
   *     creation
   */
  public PassOutcome<D, O> delete(
      PassSubject subject,
      Optional<PoolInputs> in,
      RelatedObjects related,
      PoolStore store,
      Instant deletedSince) {
    PoolIdentity identity = subject.identity(provider.cloudName(subject.pool()));
    Placement.Result where;
    try {
      where = placement.toCleanUp(subject.pool(), in, related);
    } catch (ProviderException error) {
      var failure = new CallFailure("look up where " + subject.pool() + " is", error);
      return PassOutcome.unreachable(
          identity, failure, new Observation.Unknown<>(NOT_OBSERVED), true);
    }
    return switch (where) {
      case Placement.Result.Placed placed ->
          cleanUp(subject, identity, placed, store, deletedSince);
      case Placement.Result.Unclear(var cause, var _) -> unfollowed(subject, identity, cause, true);
      case Placement.Result.Refused(var cause) -> unfollowed(subject, identity, cause, true);
      case Placement.Result.Nowhere _ -> new PassOutcome.Released<>(Optional.empty());
    };
  }

  private PassOutcome<D, O> cleanUp(
      PassSubject subject,
      PoolIdentity identity,
      Placement.Result.Placed placed,
      PoolStore store,
      Instant deletedSince) {
    // The place is how the observer finds the pools that it wakes.
    store.writePlace(placed.place());
    OpenScope<O> scope = follow(subject, identity, placed).scope();
    var result =
        stepLoop.run(new StepLoop.Task<>(identity, new PoolIntent.Delete<>(), scope, store));
    if (result.observation() instanceof Observation.ProvenAbsent<O> absent) {
      if (!absent.asOf().isBefore(deletedSince)) {
        return new PassOutcome.Released<>(Optional.empty());
      }
      scope.observations().observeSoon(identity.cloudName());
      if (scope.observations().reportableFailure().isEmpty()) {
        return new PassOutcome.Unknown<>();
      }
    }
    Optional<DeletionDecision> decision = decide(subject, identity, result, store);
    Optional<String> hindrance = result.observation().hindrance(identity, store.annotations());
    if (result.failure().isEmpty() && decision.filter(RELEASE::equals).isPresent()) {
      return new PassOutcome.Released<>(hindrance);
    }
    return acted(
        identity,
        Optional.empty(),
        scope,
        store,
        result,
        decision.filter(HOLD::equals).isPresent() ? hindrance : Optional.empty());
  }

  /** By whose what was seen is; empty if nothing was. */
  private static <O extends ObservedState> Optional<DeletionDecision> decide(
      PassSubject subject, PoolIdentity identity, StepLoop.Result<O> result, PoolStore store) {
    Set<String> members =
        subject
            .pool()
            .at("/spec/providerIDList")
            .valueStream()
            .map(JsonNode::asText)
            .collect(Collectors.toSet());
    return result
        .observation()
        .observedState()
        .map(
            there ->
                DeletionDecision.of(
                    there.ownerships(identity, store.annotations()),
                    members,
                    PoolMembers.of(there.instances().stream()).ids()));
  }
}
