package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.ErrorRule;
import io.weir.provider.ObjectStep;
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
import io.weir.provider.RequestIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
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
  private final TerminationBrake brake;
  private final PassListener listener;
  private final RecentCreations creations;
  private final HeldAnswers heldAnswers;
  private final InstantSource clock;

  /**
   * What a pass is about.
   *
   * @param answers what is done instead of all that the intent asks for, if it cannot be done yet
   */
  record Task<D extends DesiredState, O extends ObservedState>(
      PoolIdentity pool,
      PoolIntent<D> intent,
      Optional<List<PoolIntent.Held>> answers,
      OpenScope<O> scope,
      PoolStore store,
      PoolObjectPart<O> objects) {

    /** The same, of which only this is done. */
    Task<D, O> answering(List<PoolIntent.Held> held) {
      return new Task<>(pool, intent, Optional.of(held), scope, store, objects);
    }

    /** What a look at the cloud and the objects as they are now show together. */
    Observation<O> complete(Observation<O> cloud) {
      return objects.complete(pool, cloud);
    }

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
   * @param standing what was written again and again and is not known to last
   * @param brakeRetry when to ask the brake again that holds back a step; absent if none does
   */
  record Result<O extends ObservedState>(
      Observation<O> observation,
      int writes,
      Optional<CallFailure> failure,
      Optional<CallFailure> standing,
      Optional<Duration> brakeRetry) {

    private Result(Observation<O> observation, int writes, Optional<CallFailure> failure) {
      this(observation, writes, failure, Optional.empty(), Optional.empty());
    }

    /** The same where something else is held back, which is told unless a step has failed. */
    Result<O> withHeld(HeldBack held) {
      return new Result<>(
          observation,
          writes,
          failure.or(() -> Optional.of(held.failure())),
          standing,
          brakeRetry.or(() -> Optional.of(held.retryIn())));
    }

    private Result<O> withStanding(Optional<CallFailure> other) {
      return new Result<>(observation, writes, failure, other, brakeRetry);
    }

    /**
     * What failed; but why looking fails, where nothing is known of the pool, or where what is
     * known is old and the pass itself gives people nothing to do.
     */
    Optional<CallFailure> failureOrObservationFailure(OpenScope<O> scope) {
      Optional<CallFailure> unseen = observationFailure(scope, observation);
      return failure
          .filter(each -> each.error().needsUserAction() || unseen.isEmpty())
          .or(() -> unseen)
          .or(() -> standing);
    }
  }

  StepLoop(
      PoolProvider<D, O> provider,
      StepBackoff stepBackoff,
      TerminationBrake terminationBrake,
      RecentCreations creations,
      HeldAnswers heldAnswers,
      PassListener listener,
      InstantSource clock) {
    this.provider = provider;
    this.backoff = stepBackoff;
    this.brake = terminationBrake;
    this.creations = creations;
    this.heldAnswers = heldAnswers;
    this.listener = listener;
    this.clock = clock;
  }

  /** On what is known now. */
  Result<O> run(Task<D, O> task) {
    return run(task, trustedObservation(task));
  }

  /**
   * On the look that the intent was decided on: another may have come since.
   *
   * @param cloud by {@link #trustedObservation(PassRun, OpenScope)}
   */
  Result<O> run(Task<D, O> task, Observation<O> cloud) {
    observeInDetail(task);
    ObjectKey pool = task.pool().key();
    Result<O> result = steps(task, cloud).withStanding(backoff.standingRevert(pool));
    observeInDetail(task);
    if (result.failure().isEmpty()) {
      // What passes by itself is told in conditions only: every look of an outage would be an
      // Event.
      observationFailure(task.scope(), result.observation())
          .filter(unseen -> unseen.error().needsUserAction())
          .ifPresent(unseen -> listener.failed(pool, unseen));
      // A pool that is still would have no pass that tells of an end of the reverting.
      backoff
          .nextLookAtStandingRevert(pool)
          .ifPresent(when -> task.observations().observeAt(task.pool().cloudName(), when));
    }
    return result;
  }

  /** Whether nothing is left to do, by what is known now. */
  boolean isDone(Task<D, O> task) {
    return plan(task, task.complete(trustedObservation(task))).isEmpty();
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

  private Result<O> steps(Task<D, O> task, Observation<O> look) {
    Observation<O> cloud = look;
    Observation<O> seen = task.complete(cloud);
    Optional<CallFailure> failure = Optional.empty();
    Optional<Duration> brakeRetry = Optional.empty();
    int writes = 0;
    while (writes < STEPS_AT_MOST && !(seen instanceof Observation.Unknown)) {
      var nextStep = choose(task, plan(task, seen), seen.asOf());
      failure = nextStep.held();
      brakeRetry = nextStep.brakeRetry();
      if (nextStep.step().isEmpty()) {
        break;
      }
      PlanStep planStep = nextStep.step().get();
      task.store().write(planStep.annotationsBefore(task.annotations(), clock.instant()));
      creations.stepBegins(task.pool(), task.annotations());
      var requestIds = new ArrayList<String>();
      try {
        Receipt<O> receipt = carryOut(task, planStep, cloud, seen, requestIds);
        account(task, planStep, true, requestIds);
        cloud = receipt.observation();
        seen = task.complete(cloud);
        recordSuccess(task, planStep, receipt);
        writes++;
      } catch (ProviderException error) {
        if (ErrorRule.of(error).ambiguous()) {
          account(task, planStep, false, requestIds);
        }
        CallFailure failed = recordFailure(task, planStep, error);
        if (ErrorRule.of(error).outdated()) {
          invalidate(task, String.valueOf(error.getMessage()));
          return new Result<>(seen, writes, Optional.of(failed));
        }
        continue;
      }
      if (planStep.endsPass()) {
        String why = "what %s has led to is not observed yet".formatted(planStep.description());
        invalidate(task, why);
        return new Result<>(new Observation.Unknown<>(why), writes, Optional.empty());
      }
    }
    return new Result<>(seen, writes, failure, Optional.empty(), brakeRetry);
  }

  private void account(
      Task<D, O> task, PlanStep planStep, boolean answered, List<String> requestIds) {
    if (planStep.endsInstances() > 0) {
      brake.ended(task.scope().scope(), planStep.endsInstances());
    }
    if (!(planStep instanceof ObjectStep)) {
      listener.written(
          new StepWritten(task.pool(), task.scope().scope(), planStep, answered, requestIds));
    }
  }

  private void recordSuccess(Task<D, O> task, PlanStep planStep, Receipt<O> receipt) {
    ObjectKey pool = task.pool().key();
    if (!(planStep instanceof ObjectStep)) {
      task.observations().recordWriteResult(task.pool().cloudName(), receipt.observation());
    }
    Instant made = clock.instant();
    Optional<CallFailure> reverted = backoff.recordSuccess(pool, planStep);
    planStep.answersHeld().ifPresent(held -> heldAnswers.accepted(pool, held, made));
    // Before anything else that may fail: a crash must not lose them.
    try {
      task.store().note(receipt.notes());
    } catch (RuntimeException unwritten) {
      backoff.recordUnnoted(pool, made);
      throw unwritten;
    }
    end(task, planStep.annotationsAfterSuccess(task.annotations()));
    listener.done(pool, planStep);
    reverted.ifPresent(failure -> listener.failed(pool, failure));
  }

  private CallFailure recordFailure(Task<D, O> task, PlanStep planStep, ProviderException error) {
    ObjectKey pool = task.pool().key();
    var failed = CallFailure.of(planStep, error);
    backoff.recordFailure(pool, planStep, failed);
    listener.failed(pool, failed);
    if (!ErrorRule.of(error).ambiguous()) {
      end(task, planStep.annotationsAfterFailure(task.annotations()));
    }
    return failed;
  }

  /** What the end of a step makes of the annotations, which a crash may lose. */
  private void end(Task<D, O> task, ProviderAnnotations after) {
    creations.stepEnded(task.pool(), task.annotations(), after);
    task.store().setPending(after);
  }

  private void invalidate(Task<D, O> task, String why) {
    task.observations().invalidate(task.pool().cloudName(), why);
  }

  /**
   * What the last look showed; an absence too soon after a creation proves nothing and brings
   * another look. What others have of that name is no proof of the absence of ours either.
   */
  private Observation<O> trustedObservation(Task<D, O> task) {
    String name = task.pool().cloudName();
    Observation<O> seen = task.observations().latestObservation(task.pool());
    Instant unprovenUntil =
        creations.absenceUnprovenUntil(task.pool(), task.annotations(), provider.maxListDelay());
    boolean mayLackOurs =
        seen instanceof Observation.ProvenAbsent
            || seen.observedState()
                .filter(
                    there -> there.ownershipConflict(task.pool(), task.annotations()).isPresent())
                .filter(there -> !there.showsCreated(task.annotations()))
                .isPresent();
    if (mayLackOurs && seen.asOf().isBefore(unprovenUntil)) {
      task.observations().observeAt(name, creations.nextLook(task.pool(), unprovenUntil));
      return new Observation.Unknown<>("a list may lack what was created just now");
    }
    return seen;
  }

  /** What a pass would begin with now, the objects apart. */
  Observation<O> trustedObservation(PassRun<D, O> run, OpenScope<O> scope) {
    return trustedObservation(run.task(new PoolIntent.Pause<>(), scope));
  }

  private List<PlanStep> plan(Task<D, O> task, Observation<O> seen) {
    var now = new PlanContext<>(task.pool(), seen, task.annotations());
    List<PlanStep> plan =
        task.answers()
            .map(held -> provider.planAnswers(held, now))
            .orElseGet(() -> provider.plan(task.intent(), now));
    return task.intent() instanceof PoolIntent.Pause<D>
        ? plan.stream().filter(ObjectStep.class::isInstance).toList()
        : plan;
  }

  /**
   * What to do next.
   *
   * @param step the first step that is not held back, if those before it may be passed over
   * @param held why the first of the others is held back
   * @param brakeRetry when to ask the brake again that holds one of them back
   */
  private record NextStep(
      Optional<PlanStep> step, Optional<CallFailure> held, Optional<Duration> brakeRetry) {}

  private NextStep choose(Task<D, O> task, List<PlanStep> plan, Instant asOf) {
    ObjectKey pool = task.pool().key();
    backoff.retainPlanned(pool, plan, asOf);
    Optional<CallFailure> first = Optional.empty();
    Optional<Duration> brakeRetry = Optional.empty();
    for (PlanStep planStep : plan) {
      Optional<TerminationBrake.Hold> hold = hold(task, planStep);
      Optional<CallFailure> held =
          hold.map(why -> CallFailure.of(planStep, HeldBack.error(why)))
              .or(() -> backoff.failureHolding(pool, planStep));
      if (held.isEmpty()) {
        return new NextStep(Optional.of(planStep), first, brakeRetry);
      }
      first = first.or(() -> held);
      brakeRetry = brakeRetry.or(() -> hold.map(TerminationBrake.Hold::retryIn));
      if (!planStep.canBeSkipped()) {
        break;
      }
    }
    return new NextStep(Optional.empty(), first, brakeRetry);
  }

  private Optional<TerminationBrake.Hold> hold(Task<D, O> task, PlanStep planStep) {
    int instances = planStep.endsInstances();
    return instances > 0 ? brake.hold(task.scope().scope(), instances) : Optional.empty();
  }

  /** What the cloud shows is not changed by a write to the management cluster. */
  private Receipt<O> carryOut(
      Task<D, O> task,
      PlanStep planStep,
      Observation<O> cloud,
      Observation<O> seen,
      List<String> requestIds)
      throws ProviderException {
    if (planStep instanceof ObjectStep step) {
      task.objects().carryOut(task.pool(), step);
      return Receipt.of(cloud);
    }
    return RequestIds.<Receipt<O>, ProviderException>collect(
        requestIds,
        () -> apply(task.scope().scope(), planStep, seen, key(task.pool(), planStep, seen)));
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
   * planned on another look is a new decision, even if it is to make again what somebody took away;
   * unless the step says when it was decided.
   */
  private static <O extends ObservedState> String key(
      PoolIdentity pool, PlanStep planStep, Observation<O> seen) {
    Instant decided = planStep.decidedAt().orElse(seen.asOf());
    String text = pool.uid() + "\n" + planStep + "\n" + decided;
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
