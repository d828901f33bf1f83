package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.MonotonicClock;
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
import io.weir.provider.QueryResults;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Keeps the infrastructure pools of one kind as their MachinePools want them. */
final class InfraPoolController<D extends DesiredState, O extends ObservedState>
    implements Reconciler {

  /** How long something that comes by itself may take before its absence is reported. */
  private static final Duration ABSENCE_GRACE_PERIOD = Duration.ofSeconds(5);

  /**
   * After writes the next look shows the members; what the writes changed is reported with them, or
   * without them when no look has come by then.
   */
  private static final Duration NEXT_OBSERVATION = Duration.ofSeconds(4);

  private static final int QUESTIONS_AT_MOST = 5;

  private final PoolProvider<D, O> provider;
  private final ObjectCache pools;
  private final InfraPoolReader reader;
  private final TrackedReads reads;
  private final KubeClient kube;
  private final SharedScopeStates<O> scopes;
  private final CredentialUsers credentialUsers;
  private final FollowedPools<O> followedPools;
  private final StepBackoff backoff;
  private final PlanExecutor<D, O> executor;
  private final PlanExecutor.StepListener steps;
  private final PassReporter<D, O> reporter;
  private final InfraPoolDeletion<D, O> deletion;
  private final Clock clock;

  InfraPoolController(Dependencies<D, O> dependencies, InfraPoolReader reader, TrackedReads reads) {
    this.provider = dependencies.provider();
    this.pools = dependencies.pools();
    this.reader = reader;
    this.reads = reads;
    this.kube = dependencies.kube();
    this.scopes = dependencies.scopes();
    this.credentialUsers = dependencies.credentialUsers();
    this.followedPools = new FollowedPools<>(scopes);
    this.clock = dependencies.monotonicClock();
    this.backoff = dependencies.backoff();
    this.steps = dependencies.steps();
    this.executor =
        new PlanExecutor<>(provider, backoff, dependencies.steps(), dependencies.monotonicClock());
    this.reporter =
        new PassReporter<>(
            provider, backoff, new ReportWriter(provider, kube, dependencies.clock()));
    this.deletion = new InfraPoolDeletion<>(dependencies, reads, followedPools, executor, reporter);
  }

  /**
   * What the controller is made of.
   *
   * @param clock what is written on pools for people to read
   * @param monotonicClock what is due, and what came after what; the clock of the scopes and
   *     back-offs
   */
  record Dependencies<D extends DesiredState, O extends ObservedState>(
      PoolProvider<D, O> provider,
      ObjectCache pools,
      KubeClient kube,
      SharedScopeStates<O> scopes,
      CredentialUsers credentialUsers,
      StepBackoff backoff,
      PlanExecutor.StepListener steps,
      Clock clock,
      MonotonicClock monotonicClock) {}

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> found = pools.get(key);
    if (found.isEmpty() || followedPools.isFollowedWithOtherUid(found.get())) {
      forget(key);
    }
    if (found.isEmpty()) {
      return Requeue.done();
    }
    InfraPoolObjects situation = reader.read(found.get());
    if (isPaused(situation)) {
      return Requeue.done();
    }
    if (situation.pool().isDeleting()) {
      return deletion.reconcile(situation, reader.inputsWithoutBootstrapData(situation));
    }
    // Core sets the owner first; a pool that nobody refers to is nobody's.
    Optional<PoolInputs> inputs = reader.inputs(situation);
    return inputs.isEmpty() ? Requeue.done() : converge(situation, inputs.get());
  }

  private void forget(ObjectKey gone) {
    reads.forget(gone);
    backoff.forget(gone);
    followedPools.unfollow(gone);
    deletion.forget(gone);
  }

  private static boolean isPaused(InfraPoolObjects situation) {
    return situation.pool().annotations().containsKey(MetadataKeys.PAUSED)
        || situation
            .cluster()
            .map(cluster -> cluster.as(Cluster.class).spec().paused())
            .orElse(false);
  }

  private Requeue converge(InfraPoolObjects situation, PoolInputs in) {
    Place place;
    Observation<O> unseen = new Observation.Unknown<>("not observed");
    try {
      place = new PlaceResolver(provider, scopes, credentialUsers, reads).placeToConverge(in);
    } catch (PrerequisiteException prerequisiteException) {
      // Also one that was granted before: nothing is observed on its behalf any more.
      followedPools.unfollow(situation.pool().key());
      return blocked(situation, situation.pool(), prerequisiteException, unseen);
    } catch (ProviderException error) {
      return reportLookupFailure(situation, situation.pool(), error, unseen);
    }
    ApiObject pool = addFinalizerAndPlace(situation.pool(), place);
    PoolIdentity name = situation.poolIdentity(place.name());
    SharedScopeState<O> cloud = followedPools.follow(place.scope(), name);
    Observation<O> seen = cloud.observer().latestObservation(name);
    ResolveResult<D> resolveResult;
    try {
      resolveResult = resolve(in, cloud);
    } catch (ProviderException error) {
      return reportLookupFailure(situation, pool, error, seen);
    }
    return switch (resolveResult) {
      case ResolveResult.Blocked<D> blocked
          when blocked.fallback().isPresent() && seen instanceof Observation.Present ->
          convergePartly(
              situation, annotationStore(pool), place, cloud, blocked, blocked.fallback().get());
      case ResolveResult.Blocked<D> blocked -> blocked(situation, pool, blocked.cause(), seen);
      case ResolveResult.NeedsQueries<D> needsQueries ->
          throw new IllegalStateException("endless queries: " + needsQueries.queries());
      case ResolveResult.Resolved<D> resolved ->
          act(situation, annotationStore(pool), place, cloud, resolved);
    };
  }

  private Requeue reportLookupFailure(
      InfraPoolObjects situation, ApiObject pool, ProviderException error, Observation<O> seen) {
    var callFailure = new CallFailure("look up what " + pool + " needs", error);
    reporter.report(
        pool,
        new ReportContext<>(
            identity(situation), Optional.empty(), seen, Optional.of(callFailure), false));
    if (error.needsUserAction()) {
      steps.failed(pool.key(), callFailure);
    }
    return RequeuePolicy.afterError(error);
  }

  private ProviderAnnotationStore annotationStore(ApiObject pool) {
    return new ProviderAnnotationStore(kube, pool, provider.annotationKeys());
  }

  private Requeue act(
      InfraPoolObjects situation,
      ProviderAnnotationStore notes,
      Place place,
      SharedScopeState<O> cloud,
      ResolveResult.Resolved<D> resolved) {
    var result = run(situation, notes, place, cloud, resolved.desired());
    result
        .observation()
        .hindrance(situation.poolIdentity(place.name()), notes.annotations())
        .map(because -> PrerequisiteException.needsUserAction(EventReasons.NOT_OWNED, because))
        .ifPresent(why -> steps.blocked(situation.pool().key(), why));
    Optional<Duration> heldBack =
        result.failure().isEmpty() && !notes.hasPending()
            ? untilNextLook(cloud, place.name(), result.observation())
            : Optional.empty();
    return heldBack
        .map(Requeue::after)
        .orElseGet(
            () ->
                reporter.report(
                    situation, identity(situation), cloud, notes, Optional.of(resolved), result));
  }

  /** Does what can be done although something is missing, and tells what is. */
  private Requeue convergePartly(
      InfraPoolObjects situation,
      ProviderAnnotationStore notes,
      Place place,
      SharedScopeState<O> cloud,
      ResolveResult.Blocked<D> blocked,
      D meanwhile) {
    var result = run(situation, notes, place, cloud, meanwhile);
    Requeue next =
        reporter.report(situation, identity(situation), cloud, notes, Optional.of(blocked), result);
    PrerequisiteException why = blocked.cause();
    if (why.needsUserAction()) {
      steps.blocked(situation.pool().key(), why);
    }
    return next.equals(Requeue.done())
        ? RequeuePolicy.untilPeopleAct(String.valueOf(why.getMessage()))
        : next;
  }

  private PlanExecutor.Result<O> run(
      InfraPoolObjects situation,
      ProviderAnnotationStore notes,
      Place place,
      SharedScopeState<O> cloud,
      D desired) {
    var intent = new PoolIntent.Converge<>(desired);
    return executor.run(
        new PlanExecutor.Task<>(
            situation.poolIdentity(place.name()), place.scope(), intent, cloud.observer(), notes));
  }

  /**
   * How long to keep back what only our own writes tell. Not this pass alone: an event that came
   * during it brings another at once, which knows no more.
   */
  private Optional<Duration> untilNextLook(
      SharedScopeState<O> cloud, String cloudName, Observation<O> seen) {
    return cloud
        .observer()
        .unconfirmedSince(cloudName)
        .filter(_ -> isChanging(seen))
        .map(proved -> Duration.between(clock.instant(), proved.plus(NEXT_OBSERVATION)))
        .filter(Duration::isPositive);
  }

  private ResolveResult<D> resolve(PoolInputs in, SharedScopeState<O> cloud)
      throws ProviderException {
    QueryResults queryResults = cloud.queryResults();
    ResolveResult<D> resolveResult = provider.resolveDesiredState(in, queryResults);
    for (int i = 0;
        i < QUESTIONS_AT_MOST
            && resolveResult instanceof ResolveResult.NeedsQueries<D> needsQueries;
        i++) {
      cloud.queryResults().query(needsQueries.queries());
      resolveResult = provider.resolveDesiredState(in, queryResults);
    }
    return resolveResult;
  }

  /** The finalizer and the place, in one write, before anything is made in the cloud. */
  private ApiObject addFinalizerAndPlace(ApiObject pool, Place place) {
    return kube.edit(
        pool,
        tree -> {
          PoolFinalizers.add(tree, provider.kind());
          PlaceAnnotation.write(tree, place);
        });
  }

  private PoolIdentity identity(InfraPoolObjects situation) {
    return situation.poolIdentity(provider.cloudName(situation.pool()));
  }

  private Requeue blocked(
      InfraPoolObjects situation, ApiObject pool, PrerequisiteException why, Observation<O> seen) {
    Duration age =
        Duration.between(pool.creationTimestamp().orElse(clock.instant()), clock.instant());
    if (!why.needsUserAction() && age.compareTo(ABSENCE_GRACE_PERIOD) < 0) {
      return Requeue.after(ABSENCE_GRACE_PERIOD);
    }
    var resolution = new ResolveResult.Blocked<D>(why);
    reporter.report(
        pool,
        new ReportContext<>(
            identity(situation), Optional.of(resolution), seen, Optional.empty(), false));
    if (why.needsUserAction()) {
      steps.blocked(pool.key(), why);
    }
    return RequeuePolicy.untilPeopleAct(String.valueOf(why.getMessage()));
  }

  private boolean isChanging(Observation<O> seen) {
    return seen instanceof Observation.Present<O> found && found.state().isChanging();
  }
}
