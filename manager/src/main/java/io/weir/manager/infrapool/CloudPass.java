package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.manager.cloud.CloudObserver;
import io.weir.manager.cloud.CloudScope;
import io.weir.provider.Desired;
import io.weir.provider.ErrorRule;
import io.weir.provider.Intent;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.Unready;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one pool as near to an intent as the cloud allows now, one write at a time. */
final class CloudPass<D extends Desired, O extends Observed> {

  private static final Logger LOG = LoggerFactory.getLogger(CloudPass.class);

  /** More writes than this in one pass are a plan that does not settle. */
  private static final int STEPS_AT_MOST = 15;

  private final PoolProvider<D, O> provider;
  private final Setbacks setbacks;
  private final StepListener steps;
  private final InstantSource clock;

  /** Is told of what was done and what failed. */
  interface StepListener {
    void done(ObjectKey pool, Step step);

    void failed(ObjectKey pool, Failure failure);

    /** Nothing is even tried before somebody acts. */
    void blocked(ObjectKey pool, Unready why);
  }

  /** What a pass is about. */
  record Task<D extends Desired, O extends Observed>(
      PoolName pool, Scope scope, Intent<D> intent, CloudObserver<O> observer, NoteBook notes) {}

  /**
   * How far the pass came.
   *
   * @param seen the cloud, as the last answer proved it
   * @param writes how many writes were made
   * @param failure what stopped it, or one of its independent steps
   */
  record Result<O extends Observed>(Observation<O> seen, int writes, Optional<Failure> failure) {

    /**
     * What failed; but why looking fails, where nothing is known of the pool, or where what is
     * known is old and the pass itself gives people nothing to do.
     */
    Optional<Failure> failureOr(CloudScope<O> cloud) {
      Optional<Failure> unseen = unseen(cloud.observer(), cloud.scope(), seen);
      return failure
          .filter(each -> each.error().needsPeople() || unseen.isEmpty())
          .or(() -> unseen);
    }
  }

  CloudPass(
      PoolProvider<D, O> provider, Setbacks setbacks, StepListener steps, InstantSource clock) {
    this.provider = provider;
    this.setbacks = setbacks;
    this.steps = steps;
    this.clock = clock;
  }

  Result<O> run(Task<D, O> task) {
    attend(task);
    Result<O> result = steps(task);
    attend(task);
    if (result.failure().isEmpty()) {
      // What passes by itself is told in conditions only: every look of an outage would be an
      // Event.
      unseen(task.observer(), task.scope(), result.seen())
          .filter(unseen -> unseen.error().needsPeople())
          .ifPresent(unseen -> steps.failed(task.pool().pool(), unseen));
    }
    return result;
  }

  /** Why looking fails, if it does for long or nothing is known of the pool. */
  private static <O extends Observed> Optional<Failure> unseen(
      CloudObserver<O> observer, Scope scope, Observation<O> seen) {
    return observer
        .blind()
        .or(() -> seen instanceof Observation.Unknown ? observer.failing() : Optional.empty())
        .map(error -> new Failure("observe " + scope, error));
  }

  /** Notes tell what must be looked at closely. */
  private void attend(Task<D, O> task) {
    task.observer().attend(task.pool(), provider.closely(task.intent(), task.notes().notes()));
  }

  private Result<O> steps(Task<D, O> task) {
    ObjectKey pool = task.pool().pool();
    Observation<O> seen = believed(task);
    Optional<Failure> failure = Optional.empty();
    int writes = 0;
    while (writes < STEPS_AT_MOST && !(seen instanceof Observation.Unknown)) {
      var choice = choose(pool, plan(task, seen));
      failure = choice.held();
      if (choice.step().isEmpty()) {
        break;
      }
      Step step = choice.step().get();
      task.notes().write(step.before(task.notes().notes(), clock.instant()));
      try {
        seen = apply(task.scope(), step, seen, key(task.pool(), step, seen));
      } catch (ProviderException error) {
        var failed = Failure.of(step, error);
        setbacks.failed(pool, step, failed);
        steps.failed(pool, failed);
        ErrorRule rule = ErrorRule.of(error);
        if (!rule.ambiguous()) {
          task.notes().remember(step.unmade(task.notes().notes()));
        }
        if (rule.outdated()) {
          task.observer().doubt(task.pool().cloudName(), String.valueOf(error.getMessage()));
          return new Result<>(seen, writes, Optional.of(failed));
        }
        continue;
      }
      task.observer().proved(task.pool().cloudName(), seen);
      task.notes().remember(step.after(task.notes().notes()));
      setbacks.done(pool, step);
      steps.done(pool, step);
      writes++;
    }
    return new Result<>(seen, writes, failure);
  }

  /**
   * What the last look showed; an absence too early to prove anything brings another look. What
   * others have of that name is no proof of the absence of ours either.
   */
  private Observation<O> believed(Task<D, O> task) {
    String name = task.pool().cloudName();
    Observation<O> seen = task.observer().latest(task.pool());
    Instant doubtful = provider.doubtful(task.notes().notes());
    boolean notOurs =
        seen instanceof Observation.ProvenAbsent
            || seen.foreign(task.pool(), task.notes().notes()).isPresent();
    if (notOurs && seen.asOf().isBefore(doubtful)) {
      task.observer().lookAt(name, doubtful);
      return new Observation.Unknown<>("the response to its creation was lost");
    }
    return seen;
  }

  private List<Step> plan(Task<D, O> task, Observation<O> seen) {
    return provider.plan(task.intent(), new Situation<>(task.pool(), seen, task.notes().notes()));
  }

  /**
   * What to do next.
   *
   * @param step the first step that is not held back, if those before it may be passed over
   * @param held why the first of the others is held back
   */
  private record Choice(Optional<Step> step, Optional<Failure> held) {}

  private Choice choose(ObjectKey pool, List<Step> plan) {
    setbacks.planned(pool, plan);
    Optional<Failure> first = Optional.empty();
    for (Step step : plan) {
      Optional<Failure> held = setbacks.holding(pool, step);
      if (held.isEmpty()) {
        return new Choice(Optional.of(step), first);
      }
      first = first.or(() -> held);
      if (!step.independent()) {
        break;
      }
    }
    return new Choice(Optional.empty(), first);
  }

  /** A defect may come after the write took effect: it counts as one of which nothing is known. */
  private Observation<O> apply(Scope scope, Step step, Observation<O> seen, String key)
      throws ProviderException {
    try {
      return provider.apply(scope, step, seen, key);
    } catch (RuntimeException | LinkageError defect) {
      LOG.error("cannot {}", step.what(), defect);
      throw new ProviderException.Ambiguous(
          "a bug in Weir: " + defect.getClass().getSimpleName(), defect);
    }
  }

  /**
   * Equal for the same write planned on the same look, so that a repetition is one. What was
   * planned on another look is a new decision, even if it is to make again what somebody took away.
   */
  private static <O extends Observed> String key(PoolName pool, Step step, Observation<O> seen) {
    String text = pool.uid() + "\n" + step + "\n" + seen.asOf();
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
