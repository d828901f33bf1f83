package io.weir.provider.scaleway.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.SingleObjectPlanner;
import io.weir.provider.http.JsonFields;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.KapsuleMarks;
import io.weir.provider.scaleway.observed.ScalewayObservedState;
import java.util.ArrayList;
import java.util.List;

/** What Kapsule allows now. */
public record ScalewayPlanner()
    implements SingleObjectPlanner<ScalewayDesiredState, ScalewayObservedState> {

  @Override
  public List<PlanStep> create(PoolIdentity pool, ScalewayDesiredState scalewayDesiredState) {
    return List.of(new KapsuleStep.Create(pool.cloudName(), scalewayDesiredState.creationFields()));
  }

  @Override
  public List<PlanStep> update(
      ScalewayObservedState scalewayObservedState,
      ScalewayDesiredState scalewayDesiredState,
      PlanContext<ScalewayObservedState> now) {
    var steps = new ArrayList<PlanStep>();
    KapsulePool pool = scalewayObservedState.marked(now.pool(), now.annotations()).getFirst();
    if (pool.isDeleting() || pool.isLocked() || scalewayObservedState.cluster().isChangeBlocked()) {
      return steps;
    }
    ObjectNode fields = pool.differingFields(scalewayDesiredState.mutableFields());
    if (!fields.isEmpty()) {
      String because =
          String.join(", ", JsonFields.names(fields)) + " differ from what is asked for";
      steps.add(new KapsuleStep.Update(pool.name(), pool.id(), fields, because));
    }
    int size = scalewayDesiredState.size().orElse(pool.size());
    if (size != pool.size() && !pool.isAutoscaling() && !pool.isUpgrading()) {
      String because = "%d nodes wanted, %d asked for".formatted(size, pool.size());
      steps.add(new KapsuleStep.Resize(pool.name(), pool.id(), size, because));
    }
    if (scalewayDesiredState.upgrade(pool, scalewayObservedState.cluster()).isDue()) {
      String because = "its nodes run %s".formatted(pool.version());
      steps.add(
          new KapsuleStep.Upgrade(
              pool.name(), pool.id(), scalewayObservedState.cluster().version(), because));
    }
    return steps;
  }

  @Override
  public PlanStep claim(
      ScalewayObservedState scalewayObservedState,
      PlanContext<ScalewayObservedState> now,
      Ownership.Claimable claimable) {
    KapsulePool pool = scalewayObservedState.claimable(now.pool(), now.annotations()).getFirst();
    return new KapsuleStep.Mark(
        pool.name(),
        pool.id(),
        KapsuleMarks.marked(pool, now.pool()),
        claimable.eventReason(),
        claimable.reason());
  }

  /** All that are ours, should there ever have been two. */
  @Override
  public List<PlanStep> delete(
      ScalewayObservedState scalewayObservedState, PlanContext<ScalewayObservedState> now) {
    return scalewayObservedState.marked(now.pool(), now.annotations()).stream()
        .filter(pool -> !pool.isDeleting())
        .<PlanStep>map(pool -> new KapsuleStep.Delete(pool.name(), pool.id()))
        .toList();
  }
}
