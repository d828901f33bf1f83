package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.SharedScopeState;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolProvider;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import java.time.Duration;
import java.util.Optional;

/** How every pass over a pool ends: what was found out is told, and the next pass is named. */
final class PassReporter<D extends DesiredState, O extends ObservedState> {

  private static final Duration RETRY_MARGIN = Duration.ofMillis(50);

  private final PoolProvider<D, O> provider;
  private final StepBackoff backoff;
  private final ReportWriter reports;

  PassReporter(PoolProvider<D, O> provider, StepBackoff stepBackoff, ReportWriter reports) {
    this.provider = provider;
    this.backoff = stepBackoff;
    this.reports = reports;
  }

  /**
   * Tells what a pass through the cloud found.
   *
   * @param resolution absent while deleting
   */
  Requeue report(
      InfraPoolObjects situation,
      PoolIdentity identity,
      SharedScopeState<O> cloud,
      ProviderAnnotationStore notes,
      Optional<ResolveResult<D>> resolution,
      PlanExecutor.Result<O> result) {
    Optional<CallFailure> failure = result.failureOrObservationFailure(cloud);
    if (result.observation() instanceof Observation.Unknown && failure.isEmpty()) {
      // The first look is under way and wakes this pool.
      return Requeue.done();
    }
    var reportContext =
        new ReportContext<>(
            identity,
            resolution,
            result.observation(),
            failure,
            situation.pool().isDeleting(),
            notes.annotations());
    Optional<Duration> again = write(notes.pool(), situation.machinePool(), reportContext);
    if (result.failure().isPresent()) {
      return Requeue.after(backoff.timeUntilRetry(situation.pool().key()).plus(RETRY_MARGIN));
    }
    return again.map(Requeue::after).orElse(Requeue.done());
  }

  /** Tells what is known without a pass through the cloud. */
  void report(ApiObject pool, ReportContext<D, O> reportContext) {
    Optional<Duration> _ = write(pool, Optional.empty(), reportContext);
  }

  private Optional<Duration> write(
      ApiObject pool, Optional<ApiObject> machinePool, ReportContext<D, O> reportContext) {
    var providerReport = provider.report(pool, reportContext);
    reports.write(pool, machinePool, providerReport);
    return providerReport.requeueAfter();
  }
}
