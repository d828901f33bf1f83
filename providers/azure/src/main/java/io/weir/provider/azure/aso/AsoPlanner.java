package io.weir.provider.azure.aso;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.provider.ObjectMarks;
import io.weir.provider.ObjectStep;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** What is to be done about the objects of a pool. */
public final class AsoPlanner {

  private AsoPlanner() {}

  /** The steps, in order. Nothing is done while one of the objects is not the pool's. */
  public static <D extends AsoDesiredState> List<PlanStep> plan(
      PoolIntent<D> intent, PlanContext<AsoObservedState> now) {
    if (now.observation() instanceof Observation.Unknown<AsoObservedState>) {
      return List.of();
    }
    Optional<AsoObservedState> seen = now.observation().observedState();
    return switch (intent) {
      case PoolIntent.Pause<D> _ -> pause(seen, now.pool());
      case PoolIntent.Delete<D> _ ->
          claim(seen, now.pool()).map(List::of).orElseGet(() -> delete(seen, now.pool()));
      case PoolIntent.Converge<D> converge
          when seen.flatMap(there -> there.ownershipConflict(now.pool(), now.annotations()))
              .isEmpty() ->
          claim(seen, now.pool())
              .map(List::of)
              .orElseGet(() -> converge(converge.desired(), seen, now.pool()));
      case PoolIntent.Converge<D> _ -> List.of();
    };
  }

  /** Whether Azure Service Operator leaves everything of a pool as it is in Azure. */
  public static boolean isPaused(AsoObservedState seen) {
    return seen.objects().stream()
        .allMatch(
            object ->
                object
                    .annotation(ReconcilePolicy.KEY)
                    .filter(ReconcilePolicy.SKIP::equals)
                    .isPresent());
  }

  private static Optional<PlanStep> claim(Optional<AsoObservedState> seen, PoolIdentity pool) {
    return seen.stream()
        .flatMap(there -> there.objects().stream())
        .filter(object -> ObjectMarks.ownership(object, pool) instanceof Ownership.Claimable)
        .findFirst()
        .map(
            object ->
                ObjectStep.ClaimObject.of(
                    object, (Ownership.Claimable) ObjectMarks.ownership(object, pool)));
  }

  private static List<PlanStep> pause(Optional<AsoObservedState> seen, PoolIdentity pool) {
    return ours(seen, pool).stream()
        .flatMap(object -> ReconcilePolicy.pause(object).stream())
        .toList();
  }

  /** Whoever is told to skip an object would leave in Azure what it stands for. */
  private static List<PlanStep> delete(Optional<AsoObservedState> seen, PoolIdentity pool) {
    var steps = new ArrayList<PlanStep>();
    for (ApiObject object : ours(seen, pool)) {
      if (!object.isDeleting()) {
        ReconcilePolicy.resume(object).ifPresent(steps::add);
        steps.add(ObjectStep.DeleteObject.of(object, "the pool is being deleted"));
      }
    }
    return steps;
  }

  private static List<PlanStep> converge(
      AsoDesiredState desired, Optional<AsoObservedState> seen, PoolIdentity pool) {
    var steps = new ArrayList<PlanStep>();
    ours(seen, pool).forEach(object -> ReconcilePolicy.resume(object).ifPresent(steps::add));
    var kept = new HashSet<String>();
    for (ObjectNode wanted : desired.objects(seen.flatMap(AsoObservedState::agentPool))) {
      Optional<ApiObject> there = seen.flatMap(all -> all.find(new ApiObject(wanted)));
      there.map(ApiObject::uid).ifPresent(kept::add);
      if (there.filter(ApiObject::isDeleting).isEmpty()) {
        AppliedAso.step(wanted, there, pool).ifPresent(steps::add);
      }
    }
    ours(seen, pool).stream()
        .filter(object -> !kept.contains(object.uid()) && !object.isDeleting())
        .forEach(
            object ->
                steps.add(
                    ObjectStep.DeleteObject.of(object, "the pool does not list it any more")));
    return steps;
  }

  private static List<ApiObject> ours(Optional<AsoObservedState> seen, PoolIdentity pool) {
    return seen.map(there -> there.ours(pool)).orElse(List.of());
  }
}
