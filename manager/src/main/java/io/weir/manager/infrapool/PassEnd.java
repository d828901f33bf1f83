package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.CloudScope;
import io.weir.provider.Desired;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolProvider;
import io.weir.provider.Progress;
import io.weir.provider.Progress.Failure;
import io.weir.provider.Resolution;
import java.time.Duration;
import java.util.Optional;

/** How every pass over a pool ends: what was found out is told, and the next pass is named. */
final class PassEnd<D extends Desired, O extends Observed> {

  private static final Duration A_MOMENT = Duration.ofMillis(50);

  private final PoolProvider<D, O> provider;
  private final Setbacks setbacks;
  private final ReportWriter reports;

  PassEnd(PoolProvider<D, O> provider, Setbacks setbacks, ReportWriter reports) {
    this.provider = provider;
    this.setbacks = setbacks;
    this.reports = reports;
  }

  /**
   * Tells what a pass through the cloud found.
   *
   * @param resolution absent while deleting
   */
  Requeue told(
      PoolSituation situation,
      CloudScope<O> cloud,
      NoteBook notes,
      Optional<Resolution<D>> resolution,
      CloudPass.Result<O> result) {
    Optional<Failure> failure = result.failureOr(cloud);
    if (result.seen() instanceof Observation.Unknown && failure.isEmpty()) {
      // The first look is under way and wakes this pool.
      return Requeue.done();
    }
    var progress =
        new Progress<>(
            resolution, result.seen(), failure, situation.pool().deleting(), notes.notes());
    Optional<Duration> again = write(notes.pool(), situation.machinePool(), progress);
    if (result.failure().isPresent()) {
      return Requeue.after(setbacks.left(situation.pool().key()).plus(A_MOMENT));
    }
    return again.map(Requeue::after).orElse(Requeue.done());
  }

  /** Tells what is known without a pass through the cloud. */
  void told(ApiObject pool, Progress<D, O> progress) {
    Optional<Duration> _ = write(pool, Optional.empty(), progress);
  }

  private Optional<Duration> write(
      ApiObject pool, Optional<ApiObject> machinePool, Progress<D, O> progress) {
    var report = provider.report(pool, progress);
    reports.write(pool, machinePool, report);
    return report.again();
  }
}
