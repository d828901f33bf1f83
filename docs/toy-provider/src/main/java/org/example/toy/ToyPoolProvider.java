package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.conditions.Condition;
import io.weir.provider.Actor;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** ToyMachinePool: one set of machines, named like the pool. */
public final class ToyPoolProvider
    implements PoolProvider<ToyPoolProvider.ToyDesiredState, ToyObservedState> {
  private static final PoolKind KIND =
      new PoolKind(
          new GroupKind("infrastructure.cluster.x-k8s.io", "ToyMachinePool"),
          "toymachinepool.example.org",
          Set.of(),
          PoolKind.ConditionStyle.WITH_REASON,
          PoolKind.NameUniqueness.UNIQUE);

  private static final Map<PoolReadiness.ReadinessState, String> REASONS =
      Map.of(
          PoolReadiness.ReadinessState.READY, "Made",
          PoolReadiness.ReadinessState.WAITING, "NotMade",
          PoolReadiness.ReadinessState.BLOCKED, "NotMade",
          PoolReadiness.ReadinessState.DEGRADED, "NotWell");

  private final ToyClient api;
  private final Clock clock;

  public ToyPoolProvider(ProviderContext providerContext) {
    this.api = new ToyClient(providerContext);
    this.clock = providerContext.clock();
  }

  /** What is wanted: nothing but a size. */
  public record ToyDesiredState(int size) implements DesiredState {}

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return PoolTraits.DEFAULT.withVictimsPickedBy(Actor.WEIR);
  }

  @Override
  public CloudScope scope(PoolInputs in) {
    return new CloudScope("toy", new CloudIdentity.Ambient(), "here").withParent("shelf");
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return cloudScope.cloud().equals("toy")
        && cloudScope.account().isEmpty()
        && cloudScope.parentId().equals("shelf");
  }

  /** The manager's own credentials serve everybody. */
  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identity instanceof CloudIdentity.Ambient
        ? identity
        : PoolProvider.super.authorize(identity, pool, relatedObjects);
  }

  @Override
  public ResolveResult<ToyDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return new ResolveResult.Resolved<>(new ToyDesiredState(in.replicas()));
  }

  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ToyObservedState> out)
      throws ProviderException {
    boolean more = true;
    for (int page = 0; more; page++) {
      JsonNode answer = api.read(reads.scope(), "/sets?page=" + page);
      answer
          .path("sets")
          .forEach(set -> out.accept(set.path("name").asText(), ToyObservedState.of(set)));
      more = answer.path("more").asBoolean();
    }
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<ToyDesiredState> poolIntent, PlanContext<ToyObservedState> now) {
    return new ToyPlanner().plan(poolIntent, now);
  }

  @Override
  public Receipt<ToyObservedState> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ToyObservedState> before,
      String idempotencyKey)
      throws ProviderException {
    ToyStep write = (ToyStep) planStep;
    JsonNode answer = api.send(cloudScope, write.method(), "/sets/" + write.name(), write.body());
    return Receipt.of(new Observation.Present<>(ToyObservedState.of(answer), clock.instant()));
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<ToyDesiredState, ToyObservedState> reportContext) {
    List<Condition> ready =
        PoolReadiness.of(reportContext, _ -> Optional.empty())
            .map(
                poolReadiness ->
                    poolReadiness.toConditions(KIND.conditionStyle(), REASONS, "Ready"))
            .orElse(List.of());
    return switch (reportContext.observation()) {
      case Observation.Unknown<ToyObservedState> _ -> ProviderReport.unknown(ready);
      case Observation.Present<ToyObservedState> _
          when reportContext.ownershipConflict().isPresent() ->
          ProviderReport.unknown(ready);
      case Observation.Present<ToyObservedState>(ToyObservedState set, _) ->
          made(set, !reportContext.deleting(), ready);
      case Observation.ProvenAbsent<ToyObservedState> _ -> ProviderReport.absent(ready);
    };
  }

  private static ProviderReport made(ToyObservedState set, boolean serves, List<Condition> ready) {
    ProviderReport providerReport =
        ProviderReport.of(new PoolMembers(set.instances()), serves, ready);
    providerReport.status().putObject("initialization").put("provisioned", true);
    return providerReport;
  }
}
