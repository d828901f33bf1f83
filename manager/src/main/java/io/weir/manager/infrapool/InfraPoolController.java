package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.watch.PauseCheck;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.MonotonicClock;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.pass.PassListener;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.pass.PoolPass;
import io.weir.pass.RecentCreations;
import io.weir.pass.StepBackoff;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ResolveResult;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;

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

  private final PoolProvider<D, O> provider;
  private final ObjectCache pools;
  private final InfraPoolReader reader;
  private final TrackedReads reads;
  private final KubeClient kube;
  private final FollowedPools<O> followedPools;
  private final StepBackoff backoff;
  private final RecentCreations creations;
  private final PassListener listener;
  private final PoolPass<D, O> pass;
  private final PassReporter<D, O> reporter;
  private final InfraPoolDeletion<D, O> deletion;
  private final PassAudit audit;
  private final Clock clock;

  InfraPoolController(Dependencies<D, O> dependencies, InfraPoolReader reader, TrackedReads reads) {
    this.provider = dependencies.provider();
    this.pools = dependencies.pools();
    this.reader = reader;
    this.reads = reads;
    this.kube = dependencies.kube();
    this.followedPools =
        new FollowedPools<>(
            dependencies.scopes(),
            dependencies.credentialUsers()::recordUse,
            dependencies.monotonicClock(),
            dependencies.wakeAfter());
    this.clock = dependencies.monotonicClock();
    this.backoff = dependencies.backoff();
    this.listener = dependencies.listener();
    this.creations = new RecentCreations(dependencies.monotonicClock());
    this.pass = new PoolPass<>(provider, followedPools, backoff, creations, listener, clock);
    this.reporter =
        new PassReporter<>(provider, new ReportWriter(provider, kube, dependencies.clock()));
    this.audit = dependencies.audit();
    this.deletion = new InfraPoolDeletion<>(dependencies, reads, followedPools, pass, reporter);
  }

  /**
   * What the controller is made of.
   *
   * @param wakeAfter brings a pool a pass after a time
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
      PassListener listener,
      PassAudit audit,
      BiConsumer<ObjectKey, Duration> wakeAfter,
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
    PassSubject subject = reader.read(found.get());
    if (PauseCheck.whyPaused(subject.pool(), subject.cluster()).isPresent()) {
      return provider.objectKinds().isEmpty() ? Requeue.done() : pause(subject);
    }
    if (subject.pool().isDeleting()) {
      return deletion.reconcile(subject, reader.inputsWithoutBootstrapData(subject));
    }
    // Core sets the owner first; a pool that nobody refers to is nobody's.
    Optional<PoolInputs> inputs = reader.inputs(subject);
    return inputs.isEmpty() ? Requeue.done() : converge(subject, inputs.get());
  }

  private void forget(ObjectKey gone) {
    reads.forget(gone);
    backoff.forget(gone);
    creations.forget(gone);
    followedPools.unfollow(gone);
    deletion.forget(gone);
    audit.forget(gone);
  }

  private Requeue pause(PassSubject subject) {
    var store = new ProviderAnnotationStore(kube, provider, subject.pool());
    return reporter.requeue(pass.pause(subject, store), Optional.empty());
  }

  private Requeue converge(PassSubject subject, PoolInputs in) {
    var store = new ProviderAnnotationStore(kube, provider, subject.pool());
    PassOutcome<D, O> outcome = pass.converge(subject, in, store);
    audit.ended(subject, outcome);
    Optional<Duration> heldBack =
        switch (outcome) {
          case PassOutcome.Blocked<D, O>(PrerequisiteException cause, var _) ->
              absenceGracePeriodLeft(subject.pool(), cause);
          case PassOutcome.Acted<D, O> acted -> untilNextObservation(acted, store);
          default -> Optional.empty();
        };
    if (heldBack.isPresent()) {
      return Requeue.after(heldBack.get());
    }
    if (outcome instanceof PassOutcome.Blocked<D, O>(PrerequisiteException cause, var _)
        && cause.needsUserAction()) {
      listener.blocked(subject.pool().key(), cause);
    }
    return reporter.report(subject, store, outcome);
  }

  /** What comes by itself is not missed at once. */
  private Optional<Duration> absenceGracePeriodLeft(ApiObject pool, PrerequisiteException cause) {
    Duration age =
        Duration.between(pool.creationTimestamp().orElse(clock.instant()), clock.instant());
    return !cause.needsUserAction() && age.compareTo(ABSENCE_GRACE_PERIOD) < 0
        ? Optional.of(ABSENCE_GRACE_PERIOD)
        : Optional.empty();
  }

  /**
   * How long to keep back what only our own writes tell. Not this pass alone: an event that came
   * during it brings another at once, which knows no more.
   */
  private Optional<Duration> untilNextObservation(
      PassOutcome.Acted<D, O> acted, ProviderAnnotationStore store) {
    boolean tellsWhole =
        acted.failure().isPresent()
            || store.hasPending()
            || !(acted.report().resolution().orElse(null) instanceof ResolveResult.Resolved<D>);
    return tellsWhole
        ? Optional.empty()
        : followedPools
            .unconfirmedSince(acted.report().pool())
            .filter(_ -> isChanging(acted.report().observation()))
            .map(proved -> Duration.between(clock.instant(), proved.plus(NEXT_OBSERVATION)))
            .filter(Duration::isPositive);
  }

  private boolean isChanging(Observation<O> seen) {
    return seen instanceof Observation.Present<O> found && found.state().isChanging();
  }
}
