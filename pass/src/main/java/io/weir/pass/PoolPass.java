package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolProvider;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * One pass over a pool: where it is, what is observed, what is wanted, what is planned and done,
 * how that ended.
 */
public final class PoolPass<D extends DesiredState, O extends ObservedState> {

  private final PassParts<D, O> parts;
  private final ConvergingPass<D, O> converging;
  private final DeletingPass<D, O> deleting;

  /**
   * Passes over pools of one kind.
   *
   * @param brake holds back steps that end instances
   * @param creations what is known of creations by this process, whatever passes it makes
   * @param clock one that never goes back, the same as that of observations and back-offs
   */
  public PoolPass(
      PoolProvider<D, O> provider,
      ScopeAccess<O> scopes,
      StepBackoff backoff,
      TerminationBrake brake,
      RecentCreations creations,
      PassListener listener,
      InstantSource clock) {
    var heldAnswers = new HeldAnswers();
    this.parts =
        new PassParts<>(
            provider,
            scopes,
            backoff,
            brake,
            listener,
            clock,
            new Placement<>(provider, scopes),
            new StepLoop<>(provider, backoff, brake, creations, heldAnswers, listener, clock),
            new PoolSecretWriter(provider.secret(), listener),
            new RequestedSizes(),
            heldAnswers);
    this.converging = new ConvergingPass<>(parts);
    this.deleting = new DeletingPass<>(parts);
  }

  /** What was known of a pool that is gone is forgotten. */
  public void forget(ObjectKey pool) {
    parts.requestedSizes().forget(pool);
    parts.heldAnswers().forget(pool);
  }

  /** One for a pool that is wanted. */
  public PassOutcome<D, O> converge(PassSubject subject, PoolInputs in, PoolStore store) {
    return converging.converge(PassRun.of(parts.provider(), subject, store), in);
  }

  /**
   * What {@link #converge} would do: its first plan, made on what is known now. Nothing is written,
   * neither to the pool nor to a cloud. A pool is observed for it as for a pass.
   */
  public DryRun<O> dryRun(PassSubject subject, PoolInputs in, PoolStore store) {
    return converging.dryRun(PassRun.of(parts.provider(), subject, store), in);
  }

  /**
   * One for a pool that is being deleted, and that may have something in the cloud.
   *
   * @param in what it was made from, if that is still there
   * @param deletedSince when the deletion was first seen: an absence that is not younger by a while
   *     may be overtaken by a creation
   */
  public PassOutcome<D, O> delete(
      PassSubject subject,
      Optional<PoolInputs> in,
      RelatedObjects related,
      PoolStore store,
      Instant deletedSince) {
    return deleting.delete(PassRun.of(parts.provider(), subject, store), in, related, deletedSince);
  }

  /**
   * One for a pool that is paused: only what it is made of in the management cluster is told to
   * pause. Nothing is placed, followed or reported. Once all of that is paused, the pool may be
   * moved.
   */
  public PassOutcome<D, O> pause(PassSubject subject, PoolStore store) {
    PassRun<D, O> run = PassRun.of(parts.provider(), subject, store);
    Optional<CallFailure> unreadable = run.objects().unreadable();
    if (unreadable.isPresent()) {
      return run.unreachable(unreadable.get(), PassParts.notObserved(), false);
    }
    OpenScope<O> scope =
        parts.placement().isInManagementCluster(run.pool())
            ? OpenScope.ofManagementCluster(parts.clock(), _ -> {})
            : OpenScope.unobserved();
    StepLoop.Task<D, O> task = run.task(new PoolIntent.Pause<>(), scope);
    StepLoop.Result<O> result = parts.stepLoop().run(task);
    if (result.failure().isEmpty() && parts.stepLoop().isDone(task)) {
      store.allowMove();
    }
    return result.failure().isEmpty()
        ? new PassOutcome.Unknown<>()
        : run.acted(
            scope,
            Optional.empty(),
            result,
            Optional.empty(),
            RetirementStatus.NONE,
            parts.timeUntilRetry(run, result));
  }
}
