package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.kernel.work.Requeue;
import io.weir.pass.NextPass;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.pass.RetirementStatus;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.TakenOver;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
    return report(subject, store, outcome, Map.of());
  }

  /** The same with these annotations, in the same write. */
  Requeue report(
      PassSubject subject,
      ProviderAnnotationStore store,
      PassOutcome<D, O> outcome,
      Map<String, Optional<String>> annotations) {
    boolean acted = outcome instanceof PassOutcome.Acted<D, O>;
    Optional<ApiObject> machinePool = acted ? subject.machinePool() : Optional.empty();
    Optional<RetirementStatus> retirement =
        outcome instanceof PassOutcome.Acted<D, O> done
            ? Optional.of(done.retirement())
            : Optional.empty();
    Optional<Duration> asked =
        outcome
            .toReport()
            .flatMap(context -> write(store.pool(), machinePool, context, retirement, annotations));
    return requeue(
        outcome,
        Stream.concat(asked.stream(), retirement.flatMap(RetirementStatus::lookAgainIn).stream())
            .min(Duration::compareTo));
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
      ApiObject pool,
      Optional<ApiObject> machinePool,
      ReportContext<D, O> reportContext,
      Optional<RetirementStatus> retirement,
      Map<String, Optional<String>> annotations) {
    ProviderReport ofProvider =
        provider
            .report(pool, reportContext)
            .withAnnotations(TakenOver.annotations(reportContext))
            .withAnnotations(annotations);
    ProviderReport providerReport =
        retirement.map(status -> RetirementConditions.addTo(ofProvider, status)).orElse(ofProvider);
    reports.write(pool, machinePool, providerReport);
    return providerReport.requeueAfter();
  }
}
