package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.kernel.work.Requeue;
import io.weir.pass.NextPass;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import io.weir.provider.ReportContext;
import java.time.Duration;
import java.util.Optional;

/** How every pass over a pool ends: what was found out is told, and the next pass is named. */
final class PassReporter<D extends DesiredState, O extends ObservedState> {

  private static final Duration RETRY_MARGIN = Duration.ofMillis(50);

  private final PoolProvider<D, O> provider;
  private final ReportWriter reports;

  PassReporter(PoolProvider<D, O> provider, ReportWriter reports) {
    this.provider = provider;
    this.reports = reports;
  }

  /** Writes what an outcome reports on the pool as the pass left it. */
  Requeue report(PassSubject subject, ProviderAnnotationStore store, PassOutcome<D, O> outcome) {
    boolean acted = outcome instanceof PassOutcome.Acted<D, O>;
    Optional<ApiObject> machinePool = acted ? subject.machinePool() : Optional.empty();
    Optional<Duration> asked =
        outcome.toReport().flatMap(context -> write(store.pool(), machinePool, context));
    return requeue(outcome, asked);
  }

  /**
   * When the next pass is.
   *
   * @param asked when the report asks for one
   */
  Requeue requeue(PassOutcome<D, O> outcome, Optional<Duration> asked) {
    boolean acted = outcome instanceof PassOutcome.Acted<D, O>;
    return switch (outcome.next()) {
      case NextPass.After(Duration pause) when acted -> Requeue.after(pause.plus(RETRY_MARGIN));
      case NextPass.After(Duration pause) -> Requeue.after(pause);
      case NextPass.BackingOff(String why) -> Requeue.backoff(why);
      case NextPass.UntilPeopleAct(String why) ->
          asked.map(Requeue::after).orElseGet(() -> untilPeopleAct(why));
      case NextPass.WhenWoken _ -> asked.map(Requeue::after).orElse(Requeue.done());
    };
  }

  private static Requeue untilPeopleAct(String why) {
    return Requeue.backoffBetween(why, Duration.ofMinutes(1), Duration.ofMinutes(5));
  }

  private Optional<Duration> write(
      ApiObject pool, Optional<ApiObject> machinePool, ReportContext<D, O> reportContext) {
    var providerReport = provider.report(pool, reportContext);
    reports.write(pool, machinePool, providerReport);
    return providerReport.requeueAfter();
  }
}
