package io.weir.provider.azure.machinepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.conditions.Condition;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.TestScaleSet;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a pass has found out, put together by a test: a pool, its scale set as it was wanted at
 * first, and what has gone wrong since.
 */
final class ReportFixture {

  final TestScaleSet set;
  private Optional<ResolveResult<DesiredScaleSet>> resolution;
  private Optional<Observation<ObservedScaleSet>> observation = Optional.empty();
  private Optional<CallFailure> failure = Optional.empty();
  private Optional<ReportContext.Rollout> rollout = Optional.empty();

  private ReportFixture(TestScaleSet set, DesiredScaleSet want) {
    this.set = set;
    this.resolution = Optional.of(new ResolveResult.Resolved<>(want));
  }

  /** A set that is as this pool asks for. */
  static ReportFixture of(PoolFixture pool) {
    DesiredScaleSet want = pool.desired();
    return new ReportFixture(TestScaleSet.of(want), want);
  }

  /** One that is not there, which was seen. */
  static ReportFixture absent() {
    return of(PoolFixture.plain()).observing(new Observation.ProvenAbsent<>(Instant.EPOCH));
  }

  /** Before the first look. */
  static ReportFixture unobserved() {
    return of(PoolFixture.plain()).observing(new Observation.Unknown<>("not looked yet"));
  }

  ReportFixture observing(Observation<ObservedScaleSet> seen) {
    observation = Optional.of(seen);
    return this;
  }

  ReportFixture wanting(PoolFixture pool) {
    resolution = Optional.of(new ResolveResult.Resolved<>(pool.desired()));
    return this;
  }

  ReportFixture blockedBy(PrerequisiteException cause) {
    resolution = Optional.of(new ResolveResult.Blocked<>(cause));
    return this;
  }

  ReportFixture deleting() {
    resolution = Optional.empty();
    return this;
  }

  ReportFixture failing(PlanStep step, ProviderException error) {
    failure = Optional.of(CallFailure.of(step, error));
    return this;
  }

  ReportFixture failingToRead(ProviderException error) {
    failure = Optional.of(new CallFailure("observe azure in westeurope", error));
    return this;
  }

  ReportFixture rolling(boolean stalled, String message) {
    rollout = Optional.of(new ReportContext.Rollout(stalled, message));
    return this;
  }

  ReportFixture withState(String provisioningState) {
    ((ObjectNode) set.document().path("properties")).put("provisioningState", provisioningState);
    return this;
  }

  ObjectNode instance(int index) {
    return (ObjectNode) set.instances().get(index).path("properties");
  }

  /** Lets an instance have failed in Azure's words. */
  ReportFixture failed(int index, String code, String message) {
    instance(index)
        .put("provisioningState", "Failed")
        .putObject("instanceView")
        .putArray("statuses")
        .addObject()
        .put("code", code)
        .put("level", "Error")
        .put("message", message);
    return this;
  }

  ReportFixture powered(int index, String state) {
    instance(index)
        .putObject("instanceView")
        .putArray("statuses")
        .addObject()
        .put("code", "PowerState/" + state)
        .put("level", "Info");
    return this;
  }

  ProviderReport report() {
    return new AzureReporter(
            new ReportContext<>(
                set.pool,
                resolution,
                observation.orElseGet(() -> new Observation.Present<>(set.seen(), set.time)),
                failure,
                resolution.isEmpty(),
                set.annotations,
                Optional.empty(),
                rollout))
        .report();
  }

  /** The conditions, one a line, as {@code kubectl describe} reads them. */
  String conditions() {
    return report().conditions().stream()
        .map(ReportFixture::line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(Condition condition) {
    String why =
        condition.severity().isEmpty()
            ? condition.reason()
            : condition.severity() + " " + condition.reason();
    return "%s %s%s%s"
        .formatted(
            condition.type(),
            condition.status(),
            why.isEmpty() ? "" : " " + why,
            condition.message().isEmpty() ? "" : ": " + condition.message());
  }
}
