package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.SharedScopeState;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.Place;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Removes what a pool has in the cloud, and then lets the pool go. */
final class InfraPoolDeletion<D extends DesiredState, O extends ObservedState> {

  private final PoolProvider<D, O> provider;
  private final KubeClient kube;
  private final SharedScopeStates<O> scopes;
  private final CredentialUsers credentialUsers;
  private final TrackedReads reads;
  private final FollowedPools<O> followedPools;
  private final PlanExecutor<D, O> executor;
  private final PassReporter<D, O> reporter;
  private final InstantSource clock;

  private final Map<ObjectKey, DeletionSeen> deletionSeen = new ConcurrentHashMap<>();

  /** When the deletion of a pool was first seen; the API server's clock is another. */
  private record DeletionSeen(String uid, Instant since) {}

  InfraPoolDeletion(
      InfraPoolController.Dependencies<D, O> dependencies,
      TrackedReads reads,
      FollowedPools<O> followedPools,
      PlanExecutor<D, O> pass,
      PassReporter<D, O> end) {
    this.reads = reads;
    this.followedPools = followedPools;
    this.provider = dependencies.provider();
    this.kube = dependencies.kube();
    this.scopes = dependencies.scopes();
    this.credentialUsers = dependencies.credentialUsers();
    this.executor = pass;
    this.reporter = end;
    this.clock = dependencies.monotonicClock();
  }

  Requeue reconcile(InfraPoolObjects situation, Optional<PoolInputs> inputs) {
    ApiObject pool = situation.pool();
    if (!PoolFinalizers.hasFinalizer(pool, provider.kind())) {
      followedPools.unfollow(pool.key());
      return Requeue.done();
    }
    try {
      Optional<Place> place =
          new PlaceResolver(provider, scopes, credentialUsers, reads)
              .placeToCleanUp(situation, inputs);
      return place.isEmpty() ? release(pool) : clean(situation, place.get());
    } catch (ProviderException error) {
      var callFailure = new CallFailure("look up where " + pool + " is", error);
      var unseen = new Observation.Unknown<O>("not observed");
      reporter.report(
          pool,
          new ReportContext<>(
              identity(situation), Optional.empty(), unseen, Optional.of(callFailure), true));
      return RequeuePolicy.afterError(error);
    } catch (PrerequisiteException prerequisiteException) {
      followedPools.unfollow(pool.key());
      var resolution = new ResolveResult.Blocked<D>(prerequisiteException);
      var unseen = new Observation.Unknown<O>("not observed");
      reporter.report(
          pool,
          new ReportContext<>(
              identity(situation), Optional.of(resolution), unseen, Optional.empty(), true));
      return RequeuePolicy.untilPeopleAct(String.valueOf(prerequisiteException.getMessage()));
    }
  }

  private Requeue clean(InfraPoolObjects situation, Place place) {
    // The place is how the observer finds the pools that it wakes.
    ApiObject pool = kube.edit(situation.pool(), tree -> PlaceAnnotation.write(tree, place));
    PoolIdentity name = situation.poolIdentity(place.name());
    SharedScopeState<O> cloud = followedPools.follow(place.scope(), name);
    Instant since = deletionSeenSince(pool);
    var notes = new ProviderAnnotationStore(kube, pool, provider.annotationKeys());
    var result =
        executor.run(
            new PlanExecutor.Task<>(
                name, place.scope(), new PoolIntent.Delete<>(), cloud.observer(), notes));
    if (result.observation() instanceof Observation.ProvenAbsent<O> absent) {
      // Older news may be overtaken by a creation.
      if (!absent.asOf().isBefore(since)) {
        return unfollowAndRelease(pool);
      }
      cloud.observer().observeSoon(name.cloudName());
      if (cloud.observer().reportableFailure().isEmpty()) {
        return Requeue.done();
      }
    }
    if (result.failure().isEmpty() && isReleased(pool, name, result.observation(), notes)) {
      return unfollowAndRelease(pool);
    }
    return reporter.report(situation, name, cloud, notes, Optional.empty(), result);
  }

  private boolean isReleased(
      ApiObject pool, PoolIdentity name, Observation<O> seen, ProviderAnnotationStore notes) {
    boolean listsMembers = !pool.at("/spec/providerIDList").isEmpty();
    return seen.observedState()
        .map(there -> there.ownerships(name, notes.annotations()))
        .filter(
            ownerships -> DeletionDecision.of(ownerships, listsMembers) == DeletionDecision.RELEASE)
        .isPresent();
  }

  private PoolIdentity identity(InfraPoolObjects situation) {
    return situation.poolIdentity(provider.cloudName(situation.pool()));
  }

  /** The pool is gone. */
  void forget(ObjectKey pool) {
    deletionSeen.remove(pool);
  }

  private Instant deletionSeenSince(ApiObject pool) {
    var first = new DeletionSeen(pool.uid(), clock.instant());
    return deletionSeen
        .merge(pool.key(), first, (old, fresh) -> old.uid().equals(fresh.uid()) ? old : fresh)
        .since();
  }

  private Requeue unfollowAndRelease(ApiObject pool) {
    Requeue done = release(pool);
    followedPools.unfollow(pool.key());
    return done;
  }

  private Requeue release(ApiObject pool) {
    ApiObject _ = kube.edit(pool, tree -> PoolFinalizers.remove(tree, provider.kind()));
    forget(pool.key());
    return Requeue.done();
  }
}
