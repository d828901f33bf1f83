package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.watch.PauseCheck;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
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
import io.weir.pass.TerminationBrake;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  /** Until machines are shown anew that could not be, for people's reasons or in passing. */
  private static final Duration MACHINES_RETRY = Duration.ofSeconds(30);

  private static final Duration MACHINES_RETRY_SOON = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(InfraPoolController.class);

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
  private final SettledSettings<D, O> settled;
  private final InfraPoolDeletion<D, O> deletion;
  private final PassAudit audit;
  private final Optional<PoolMachineWriter<O>> machines;
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
    this.pass =
        new PoolPass<>(
            provider, followedPools, backoff, dependencies.brake(), creations, listener, clock);
    this.reporter =
        new PassReporter<>(provider, new ReportWriter(provider, kube, dependencies.clock()));
    this.settled = new SettledSettings<>(provider);
    this.audit = dependencies.audit();
    this.machines = dependencies.machines();
    this.deletion = new InfraPoolDeletion<>(dependencies, reads, followedPools, pass, reporter);
  }

  /**
   * What the controller is made of.
   *
   * @param machines writes the infrastructure machines; absent where the kind has none
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
      TerminationBrake brake,
      PassListener listener,
      PassAudit audit,
      Optional<PoolMachineWriter<O>> machines,
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
      machines.ifPresent(writer -> writer.releaseOrphans(key));
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
    return inputs.isEmpty() ? Requeue.done() : convergeAndNote(subject, inputs.get());
  }

  private Requeue convergeAndNote(PassSubject subject, PoolInputs in) {
    Instant begun = clock.instant();
    var store = new ProviderAnnotationStore(kube, provider, subject.pool());
    Converged<D, O> done;
    try {
      done = converge(subject, in, store);
    } catch (KubeException.Reverted elsewhere) {
      throw elsewhere; // notes were written
    } catch (KubeException unwritten) {
      if (store.hasPending()) {
        backoff.recordUnnoted(subject.pool().key(), begun);
      }
      throw unwritten;
    }
    return machines.isPresent() && done.acted().isPresent()
        ? showMachines(machines.get(), subject, done.acted().get(), done.next())
        : done.next();
  }

  /**
   * A pass whose outcome is told.
   *
   * @param next when the next one is
   * @param acted what it found out, if that is to be shown
   */
  private record Converged<D extends DesiredState, O extends ObservedState>(
      Requeue next, Optional<PassOutcome.Acted<D, O>> acted) {}

  private void forget(ObjectKey gone) {
    reads.forget(gone);
    backoff.forget(gone);
    creations.forget(gone);
    pass.forget(gone);
    followedPools.unfollow(gone);
    deletion.forget(gone);
    audit.forget(gone);
    machines.ifPresent(writer -> writer.forget(gone));
  }

  private Requeue pause(PassSubject subject) {
    var store = new ProviderAnnotationStore(kube, provider, subject.pool());
    return reporter.requeue(pass.pause(subject, store), Optional.empty());
  }

  private Converged<D, O> converge(
      PassSubject subject, PoolInputs in, ProviderAnnotationStore store) {
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
      return new Converged<>(Requeue.after(heldBack.get()), Optional.empty());
    }
    if (outcome instanceof PassOutcome.Blocked<D, O>(PrerequisiteException cause, var _)
        && cause.needsUserAction()) {
      listener.blocked(subject.pool().key(), cause);
    }
    Requeue next =
        reporter.report(
            subject, store, outcome, settled.annotations(subject, store.pool(), outcome));
    return new Converged<>(
        next,
        outcome instanceof PassOutcome.Acted<D, O> acted ? Optional.of(acted) : Optional.empty());
  }

  /** What cannot be shown now keeps the pool from nothing else. */
  private Requeue showMachines(
      PoolMachineWriter<O> writer,
      PassSubject subject,
      PassOutcome.Acted<D, O> acted,
      Requeue next) {
    PoolIdentity pool = acted.report().pool();
    boolean confirmed = followedPools.unconfirmedSince(pool).isEmpty();
    try {
      boolean done =
          writer.write(subject, acted, confirmed, when -> followedPools.observeAt(pool, when));
      return done ? next : soonerOf(next, MACHINES_RETRY);
    } catch (KubeException.Forbidden | KubeException.Invalid refused) {
      // People's to mend, as by a larger quota.
      listener.failed(
          pool.key(), new CallFailure("show its machines", ObjectWriteErrors.of(refused, false)));
      return soonerOf(next, MACHINES_RETRY);
    } catch (KubeException passing) {
      LOG.info("{}: its machines are not shown yet", subject.pool(), passing);
      return soonerOf(next, MACHINES_RETRY_SOON);
    }
  }

  private static Requeue soonerOf(Requeue next, Duration retry) {
    return switch (next) {
      case Requeue.Done _ -> Requeue.after(retry);
      case Requeue.After(Duration delay) when retry.compareTo(delay) < 0 -> Requeue.after(retry);
      default -> next;
    };
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
