package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.SharedScopeState;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
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
  private final FollowedPools<O> followedPools;
  private final PlanExecutor<D, O> executor;
  private final PassReporter<D, O> reporter;
  private final InstantSource clock;

  private final Map<ObjectKey, DeletionSeen> deletionSeen = new ConcurrentHashMap<>();

  /** When the deletion of a pool was first seen; the API server's clock is another. */
  private record DeletionSeen(String uid, Instant since) {}

  InfraPoolDeletion(
      InfraPoolController.Dependencies<D, O> dependencies,
      FollowedPools<O> followedPools,
      PlanExecutor<D, O> pass,
      PassReporter<D, O> end) {
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
      Optional<CloudScope> scope =
          new ScopeResolver(provider, scopes, credentialUsers).scopeToCleanUp(situation, inputs);
      return scope.isEmpty() ? release(pool) : clean(situation, scope.get());
    } catch (ProviderException error) {
      var callFailure = new CallFailure("look up where " + pool + " is", error);
      var unseen = new Observation.Unknown<O>("not observed");
      reporter.report(
          pool, new ReportContext<>(Optional.empty(), unseen, Optional.of(callFailure), true));
      return RequeuePolicy.afterError(error);
    } catch (PrerequisiteException prerequisiteException) {
      var resolution = new ResolveResult.Blocked<D>(prerequisiteException);
      var unseen = new Observation.Unknown<O>("not observed");
      reporter.report(
          pool, new ReportContext<>(Optional.of(resolution), unseen, Optional.empty(), true));
      return RequeuePolicy.untilPeopleAct(String.valueOf(prerequisiteException.getMessage()));
    }
  }

  private Requeue clean(InfraPoolObjects situation, CloudScope cloudScope) {
    // The scope is how the observer finds the pools that it wakes.
    ApiObject pool =
        kube.edit(
            situation.pool(),
            tree ->
                MetadataEdits.setAnnotation(
                    tree, MetadataKeys.SCOPE, cloudScope.annotationValue()));
    PoolIdentity name = situation.poolIdentity(provider);
    SharedScopeState<O> cloud = followedPools.follow(cloudScope, name);
    Instant since = deletionSeenSince(pool);
    var notes = new ProviderAnnotationStore(kube, pool, provider.annotationKeys());
    var result =
        executor.run(
            new PlanExecutor.Task<>(
                name, cloudScope, new PoolIntent.Delete<>(), cloud.observer(), notes));
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
    if (result.failure().isEmpty()
        && result.observation().foreignReason(name, notes.annotations()).isPresent()) {
      return unfollowAndRelease(pool);
    }
    return reporter.report(situation, cloud, notes, Optional.empty(), result);
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
