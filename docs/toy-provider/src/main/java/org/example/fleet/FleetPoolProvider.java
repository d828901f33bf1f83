package org.example.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.provider.Actor;
import io.weir.provider.CloudScope;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolDetail;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolTraits;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * FleetMachinePool: one fleet, named like the pool, whose cloud makes and ends machines and nothing
 * else. Weir picks, drains and replaces them.
 */
public final class FleetPoolProvider implements PoolProvider<DesiredFleet, ObservedFleet> {

  private static final PoolKind KIND =
      new PoolKind(
          new GroupKind("infrastructure.cluster.x-k8s.io", "FleetMachinePool"),
          "fleetmachinepool.example.org",
          Set.of(),
          PoolKind.ConditionStyle.WITH_REASON,
          PoolKind.NameUniqueness.UNIQUE);

  private static final PoolTraits TRAITS =
      PoolTraits.DEFAULT
          .withBootstrapData()
          .withRollsBy(Actor.WEIR)
          .withDrainsBy(Actor.WEIR)
          .withVictimsPickedBy(Actor.WEIR);

  private static final Map<PoolReadiness.ReadinessState, String> REASONS =
      Map.of(
          PoolReadiness.ReadinessState.READY, "Manned",
          PoolReadiness.ReadinessState.WAITING, "NotManned",
          PoolReadiness.ReadinessState.BLOCKED, "Blocked",
          PoolReadiness.ReadinessState.DEGRADED, "OperationFailed");

  private final FleetClient api;
  private final Clock clock;

  public FleetPoolProvider(ProviderContext context) {
    this.api = new FleetClient(context);
    this.clock = context.clock();
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return TRAITS;
  }

  @Override
  public CloudScope scope(PoolInputs in) {
    return CloudScope.ofSecret("fleet", new ObjectKey(in.pool().namespace(), "fleet"), "here");
  }

  @Override
  public boolean canBeIn(CloudScope scope) {
    return scope.cloud().equals("fleet")
        && scope.identity().credentialsSecret().isPresent()
        && scope.account().isEmpty()
        && scope.parentId().isEmpty();
  }

  @Override
  public ResolveResult<DesiredFleet> resolveDesiredState(PoolInputs in, QueryResults known) {
    return ResolveResult.of(() -> DesiredFleet.of(in));
  }

  /** A fleet is handed over with its machines or not at all: unread is not none. */
  @Override
  public void observe(
      ScopeReads reads, ObservationRequest request, ObservationSink<ObservedFleet> out)
      throws ProviderException {
    CloudScope scope = reads.scope();
    boolean more = true;
    for (int page = 0; more; page++) {
      JsonNode answer = api.read(scope, "ListFleets", "/fleets?page=" + page);
      for (JsonNode fleet : answer.path("fleets")) {
        String name = fleet.path("name").asText();
        if (isAskedFor(request, name)) {
          machines(scope, name)
              .ifPresent(machines -> out.accept(name, ObservedFleet.of(fleet, machines)));
        }
      }
      more = answer.path("more").asBoolean();
    }
  }

  private Optional<JsonNode> machines(CloudScope scope, String name) throws ProviderException {
    Optional<JsonNode> answer =
        ProviderException.NotFound.asEmpty(
            () -> api.read(scope, "ListMachines", "/fleets/" + name + "/machines"));
    if (answer.isPresent() && !answer.get().has("machines")) {
      throw new ProviderException.Transient(
          "the cloud does not tell the machines of fleet %s yet".formatted(name), null);
    }
    return answer.map(each -> each.path("machines"));
  }

  private static boolean isAskedFor(ObservationRequest request, String name) {
    return switch (request) {
      case ObservationRequest.All _ -> true;
      case ObservationRequest.Only(Set<String> names) -> names.contains(name);
    };
  }

  @Override
  public List<PoolDetail<ObservedFleet, ?>> details() {
    return List.of(new FleetFailure(api));
  }

  @Override
  public Freshness freshness(
      DesiredFleet desired, PlanContext<ObservedFleet> now, Instance instance) {
    return ObservedFleet.freshness(desired, instance);
  }

  @Override
  public List<PlanStep> plan(PoolIntent<DesiredFleet> intent, PlanContext<ObservedFleet> now) {
    return new FleetPlanner().plan(intent, now);
  }

  /**
   * The answer shows the fleet as it was accepted, WORKING: observations show what became of it.
   */
  @Override
  public Receipt<ObservedFleet> apply(
      CloudScope scope, PlanStep planStep, Observation<ObservedFleet> before, String key)
      throws ProviderException {
    JsonNode accepted = api.write(scope, (FleetStep) planStep);
    ObservedFleet fleet =
        before
            .observedState()
            .map(seen -> seen.with(accepted))
            .orElseGet(() -> new ObservedFleet(accepted, List.of(), Optional.empty()));
    if (planStep instanceof FleetStep.EndMachine end) {
      fleet = fleet.withEnding(end.machine());
    }
    return Receipt.of(new Observation.Present<>(fleet, clock.instant()));
  }

  @Override
  public ProviderReport report(ApiObject pool, ReportContext<DesiredFleet, ObservedFleet> context) {
    List<Condition> ready =
        PoolReadiness.of(context, _ -> Optional.empty())
            .map(readiness -> readiness.toConditions(KIND.conditionStyle(), REASONS, "Ready"))
            .orElse(List.of());
    return switch (context.observation()) {
      case Observation.Unknown<ObservedFleet> _ -> ProviderReport.unknown(ready);
      case Observation.Present<ObservedFleet> _ when context.ownershipConflict().isPresent() ->
          ProviderReport.unknown(ready);
      case Observation.ProvenAbsent<ObservedFleet> _ -> ProviderReport.absent(ready);
      case Observation.Present<ObservedFleet>(ObservedFleet fleet, _) -> {
        ProviderReport report =
            ProviderReport.of(new PoolMembers(fleet.instances()), !context.deleting(), ready);
        report.status().putObject("initialization").put("provisioned", true);
        yield report;
      }
    };
  }
}
