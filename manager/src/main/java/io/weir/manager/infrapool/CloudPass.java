package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.manager.cloud.CloudObserver;
import io.weir.manager.cloud.CloudScope;
import io.weir.provider.Desired;
import io.weir.provider.Intent;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import io.weir.provider.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one pool as near to an intent as the cloud allows now, one write at a time. */
final class CloudPass<D extends Desired, O extends Observed> {

  private static final Logger LOG = LoggerFactory.getLogger(CloudPass.class);

  /** More writes than this in one pass are a plan that does not settle. */
  private static final int STEPS_AT_MOST = 10;

  private final PoolProvider<D, O> provider;
  private final Setbacks setbacks;
  private final StepListener steps;

  /** Is told of what was done and what failed. */
  interface StepListener {
    void done(ObjectKey pool, Step step);

    void failed(ObjectKey pool, Failure failure);
  }

  /**
   * How far the pass came.
   *
   * @param seen the cloud, as the last answer proved it
   * @param writes how many writes were made
   * @param failure what stopped it
   */
  record Result<O extends Observed>(Observation<O> seen, int writes, Optional<Failure> failure) {

    /** What failed; where nothing is known of the pool, why looking fails. */
    Optional<Failure> failureOr(CloudScope<O> cloud) {
      return seen instanceof Observation.Unknown && failure.isEmpty()
          ? cloud.observer().failing().map(error -> new Failure("look at " + cloud.scope(), error))
          : failure;
    }
  }

  CloudPass(PoolProvider<D, O> provider, Setbacks setbacks, StepListener steps) {
    this.provider = provider;
    this.setbacks = setbacks;
    this.steps = steps;
  }

  Result<O> run(PoolName pool, Scope scope, Intent<D> intent, CloudObserver<O> observer) {
    Observation<O> seen = observer.latest(pool.cloudName());
    int writes = 0;
    while (writes < STEPS_AT_MOST && !(seen instanceof Observation.Unknown)) {
      List<Step> plan = provider.plan(pool, intent, seen);
      if (plan.isEmpty()) {
        setbacks.cleared(pool.pool());
        break;
      }
      Step step = plan.getFirst();
      Optional<Failure> held = setbacks.holding(pool.pool(), step);
      if (held.isPresent()) {
        return new Result<>(seen, writes, held);
      }
      try {
        seen = apply(scope, step, seen, key(pool, step, seen));
        observer.proved(pool.cloudName(), seen);
        steps.done(pool.pool(), step);
        writes++;
      } catch (ProviderException error) {
        var failure = new Failure(step.what(), error);
        setbacks.failed(pool.pool(), step, failure);
        steps.failed(pool.pool(), failure);
        return new Result<>(doubted(observer, pool, error, seen), writes, Optional.of(failure));
      }
    }
    return new Result<>(seen, writes, Optional.empty());
  }

  /** A defect may come after the write took effect: it counts as one of which nothing is known. */
  private Observation<O> apply(Scope scope, Step step, Observation<O> seen, String key)
      throws ProviderException {
    try {
      return provider.apply(scope, step, seen, key);
    } catch (RuntimeException | LinkageError defect) {
      LOG.error("cannot {}", step.what(), defect);
      throw new ProviderException.Ambiguous(
          "a defect of Weir: " + defect.getClass().getSimpleName(), defect);
    }
  }

  /**
   * After some failures the cloud may not be what it was planned on: look before the next write.
   */
  private Observation<O> doubted(
      CloudObserver<O> observer, PoolName pool, ProviderException error, Observation<O> seen) {
    return switch (error) {
      case ProviderException.Ambiguous _,
          ProviderException.NotFound _,
          ProviderException.Busy _ -> {
        observer.doubt(pool.cloudName(), String.valueOf(error.getMessage()));
        yield seen;
      }
      case ProviderException.Throttled _,
          ProviderException.Transient _,
          ProviderException.Denied _,
          ProviderException.Rejected _ ->
          seen;
    };
  }

  /**
   * Equal for the same write planned on the same look, so that a repetition is one. What was
   * planned on another look is a new decision, even if it is to make again what somebody took away.
   */
  private static <O extends Observed> String key(PoolName pool, Step step, Observation<O> seen) {
    Instant look =
        switch (seen) {
          case Observation.Seen<O> found -> found.asOf();
          case Observation.ProvenAbsent<O> absent -> absent.asOf();
          case Observation.Unknown<O> _ -> Instant.MIN;
        };
    String text = pool.uid() + "\n" + step + "\n" + look;
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
