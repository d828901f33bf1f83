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
  private final PassListener listener;
  private final RecentCreations creations;
  private final InstantSource clock;

  /** What a pass is about. */
  record Task<D extends DesiredState, O extends ObservedState>(
      PoolIdentity pool,
      PoolIntent<D> intent,
      OpenScope<O> scope,
      PoolStore store,
      PoolObjectPart<O> objects) {

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
      RecentCreations creations,
      PassListener listener,
      InstantSource clock) {
    this.provider = provider;
    this.backoff = stepBackoff;
    this.creations = creations;
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
    Observation<O> cloud = trustedObservation(task);
    Observation<O> seen = task.complete(cloud);
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
    return new Result<>(seen, writes, failure);
  }

  private void account(
      Task<D, O> task, PlanStep planStep, boolean answered, List<String> requestIds) {
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
    // Before anything else: a crash must not lose them.
    task.store().note(receipt.notes());
    end(task, planStep.annotationsAfterSuccess(task.annotations()));
    backoff.recordSuccess(pool, planStep);
    listener.done(pool, planStep);
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
                .filter(there -> there.hindrance(task.pool(), task.annotations()).isPresent())
                .filter(there -> !there.showsCreated(task.annotations()))
                .isPresent();
    if (mayLackOurs && seen.asOf().isBefore(unprovenUntil)) {
      task.observations().observeAt(name, creations.nextLook(task.pool(), unprovenUntil));
      return new Observation.Unknown<>("a list may lack what was created just now");
    }
    return seen;
  }

  /** What a pass would plan on now. */
  Observation<O> trustedObservation(PassRun<D, O> run, OpenScope<O> scope) {
    Task<D, O> task = run.task(new PoolIntent.Pause<>(), scope);
    return task.complete(trustedObservation(task));
  }

  private List<PlanStep> plan(Task<D, O> task, Observation<O> seen) {
    List<PlanStep> plan =
        provider.plan(task.intent(), new PlanContext<>(task.pool(), seen, task.annotations()));
    return task.intent() instanceof PoolIntent.Pause<D>
        ? plan.stream().filter(ObjectStep.class::isInstance).toList()
        : plan;
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
