package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.ErrorRule;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.Receipt;
import io.weir.provider.ReportContext.CallFailure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one pool as near to an intent as the cloud allows now, one write at a time. */
final class StepLoop<D extends DesiredState, O extends ObservedState> {

  private static final Logger LOG = LoggerFactory.getLogger(StepLoop.class);

  /** More writes than this in one pass are a plan that does not settle. */
  private static final int STEPS_AT_MOST = 15;

  private final PoolProvider<D, O> provider;
  private final StepBackoff backoff;
  private final PassListener listener;
  private final InstantSource clock;

  /** What a pass is about. */
  record Task<D extends DesiredState, O extends ObservedState>(
      PoolIdentity pool, PoolIntent<D> intent, OpenScope<O> scope, PoolStore store) {

    ProviderAnnotations annotations() {
      return store.annotations();
    }

    PoolObservations<O> observations() {
      return scope.observations();
    }
  }

  /**
   * How far the pass came.
   *
   * @param observation the cloud, as the last answer proved it
   * @param writes how many writes were made
   * @param failure what stopped it, or one of its independent steps
   */
  record Result<O extends ObservedState>(
      Observation<O> observation, int writes, Optional<CallFailure> failure) {

    /**
     * What failed; but why looking fails, where nothing is known of the pool, or where what is
     * known is old and the pass itself gives people nothing to do.
     */
    Optional<CallFailure> failureOrObservationFailure(OpenScope<O> scope) {
      Optional<CallFailure> unseen = observationFailure(scope, observation);
      return failure
          .filter(each -> each.error().needsUserAction() || unseen.isEmpty())
          .or(() -> unseen);
    }
  }

  StepLoop(
      PoolProvider<D, O> provider,
      StepBackoff stepBackoff,
      PassListener listener,
      InstantSource clock) {
    this.provider = provider;
    this.backoff = stepBackoff;
    this.listener = listener;
    this.clock = clock;
  }

  Result<O> run(Task<D, O> task) {
    observeInDetail(task);
    Result<O> result = steps(task);
    observeInDetail(task);
    if (result.failure().isEmpty()) {
      // What passes by itself is told in conditions only: every look of an outage would be an
      // Event.
      observationFailure(task.scope(), result.observation())
          .filter(unseen -> unseen.error().needsUserAction())
          .ifPresent(unseen -> listener.failed(task.pool().key(), unseen));
    }
    return result;
  }

  /** Why looking fails, if it does for long or nothing is known of the pool. */
  private static <O extends ObservedState> Optional<CallFailure> observationFailure(
      OpenScope<O> scope, Observation<O> seen) {
    PoolObservations<O> observations = scope.observations();
    return observations
        .reportableFailure()
        .or(
            () ->
                seen instanceof Observation.Unknown ? observations.lastFailure() : Optional.empty())
        .map(error -> new CallFailure("observe " + scope.scope(), error));
  }

  /** Annotations tell what must be observed in detail. */
  private void observeInDetail(Task<D, O> task) {
    task.observations()
        .observeInDetail(
            task.pool(), provider.needsDetailedObservation(task.intent(), task.annotations()));
  }

  private Result<O> steps(Task<D, O> task) {
    ObjectKey pool = task.pool().key();
    Observation<O> seen = trustedObservation(task);
    Optional<CallFailure> failure = Optional.empty();
    int writes = 0;
    while (writes < STEPS_AT_MOST && !(seen instanceof Observation.Unknown)) {
      var nextStep = choose(pool, plan(task, seen));
      failure = nextStep.held();
      if (nextStep.step().isEmpty()) {
        break;
      }
      PlanStep planStep = nextStep.step().get();
      task.store().write(planStep.annotationsBefore(task.annotations(), clock.instant()));
      Receipt<O> receipt;
      try {
        receipt = apply(task.scope().scope(), planStep, seen, key(task.pool(), planStep, seen));
      } catch (ProviderException error) {
        var failed = CallFailure.of(planStep, error);
        backoff.recordFailure(pool, planStep, failed);
        listener.failed(pool, failed);
        ErrorRule rule = ErrorRule.of(error);
        if (!rule.ambiguous()) {
          task.store().setPending(planStep.annotationsAfterFailure(task.annotations()));
        }
        if (rule.outdated()) {
          task.observations()
              .invalidate(task.pool().cloudName(), String.valueOf(error.getMessage()));
          return new Result<>(seen, writes, Optional.of(failed));
        }
        continue;
      }
      seen = receipt.observation();
      task.observations().recordWriteResult(task.pool().cloudName(), seen);
      // Before anything else: a crash must not lose them.
      task.store().note(receipt.notes());
      task.store().setPending(planStep.annotationsAfterSuccess(task.annotations()));
      backoff.recordSuccess(pool, planStep);
      listener.done(pool, planStep);
      writes++;
      if (planStep.endsPass()) {
        task.observations().invalidate(task.pool().cloudName(), "it was marked as this pool's");
        return new Result<>(
            new Observation.Unknown<>("it was marked as this pool's"), writes, Optional.empty());
      }
    }
    return new Result<>(seen, writes, failure);
  }

  /**
   * What the last look showed; an absence too early to prove anything brings another look. What
   * others have of that name is no proof of the absence of ours either.
   */
  private Observation<O> trustedObservation(Task<D, O> task) {
    String name = task.pool().cloudName();
    Observation<O> seen = task.observations().latestObservation(task.pool());
    Instant doubtful = provider.absenceUnprovenUntil(task.annotations());
    boolean notOurs =
        seen instanceof Observation.ProvenAbsent
            || seen.hindrance(task.pool(), task.annotations()).isPresent();
    if (notOurs && seen.asOf().isBefore(doubtful)) {
      task.observations().observeAt(name, doubtful);
      return new Observation.Unknown<>("the response to its creation was lost");
    }
    return seen;
  }

  private List<PlanStep> plan(Task<D, O> task, Observation<O> seen) {
    return provider.plan(task.intent(), new PlanContext<>(task.pool(), seen, task.annotations()));
  }

  /**
   * What to do next.
   *
   * @param step the first step that is not held back, if those before it may be passed over
   * @param held why the first of the others is held back
   */
  private record NextStep(Optional<PlanStep> step, Optional<CallFailure> held) {}

  private NextStep choose(ObjectKey pool, List<PlanStep> plan) {
    backoff.retainPlanned(pool, plan);
    Optional<CallFailure> first = Optional.empty();
    for (PlanStep planStep : plan) {
      Optional<CallFailure> held = backoff.failureHolding(pool, planStep);
      if (held.isEmpty()) {
        return new NextStep(Optional.of(planStep), first);
      }
      first = first.or(() -> held);
      if (!planStep.canBeSkipped()) {
        break;
      }
    }
    return new NextStep(Optional.empty(), first);
  }

  /** A defect may come after the write took effect: it counts as one of which nothing is known. */
  private Receipt<O> apply(
      CloudScope cloudScope, PlanStep planStep, Observation<O> seen, String key)
      throws ProviderException {
    try {
      return provider.apply(cloudScope, planStep, seen, key);
    } catch (RuntimeException | LinkageError defect) {
      LOG.error("cannot {}", planStep.description(), defect);
      throw new ProviderException.Ambiguous(
          "a bug in Weir: " + defect.getClass().getSimpleName(), defect);
    }
  }

  /**
   * Equal for the same write planned on the same look, so that a repetition is one. What was
   * planned on another look is a new decision, even if it is to make again what somebody took away.
   */
  private static <O extends ObservedState> String key(
      PoolIdentity pool, PlanStep planStep, Observation<O> seen) {
    String text = pool.uid() + "\n" + planStep + "\n" + seen.asOf();
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
