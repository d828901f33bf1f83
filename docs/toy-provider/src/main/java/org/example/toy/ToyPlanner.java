package org.example.toy;

import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.SingleObjectPlanner;
import java.util.ArrayList;
import java.util.List;

/** What is to be done about a set of machines. */
final class ToyPlanner
    implements SingleObjectPlanner<ToyPoolProvider.ToyDesiredState, ToyObservedState> {

  @Override
  public List<PlanStep> create(PoolIdentity pool, ToyPoolProvider.ToyDesiredState toyDesiredState) {
    return List.of(
        new ToyStep.CreateSet(pool.cloudName(), pool.claim().marks(), toyDesiredState.size()));
  }

  @Override
  public List<PlanStep> update(
      ToyObservedState set,
      PoolIntent.Converge<ToyPoolProvider.ToyDesiredState> intent,
      PlanContext<ToyObservedState> now) {
    ToyPoolProvider.ToyDesiredState toyDesiredState = intent.desired();
    var steps = new ArrayList<PlanStep>();
    for (PoolIntent.Leave leave : intent.leave()) {
      if (set.isStaying(leave.instanceId())) {
        int size = leave.shrink() ? set.size() - 1 : set.size();
        steps.add(new ToyStep.RemoveMachine(set.name(), leave.instanceId(), size, leave.since()));
      }
    }
    if (steps.isEmpty() && set.size() != toyDesiredState.size()) {
      steps.add(new ToyStep.ResizeSet(set.name(), set.size(), toyDesiredState.size()));
    }
    return steps;
  }

  @Override
  public PlanStep claim(
      ToyObservedState set, PlanContext<ToyObservedState> now, Ownership.Claimable claimable) {
    return new ToyStep.MarkSet(
        set.name(), now.pool().claim().marks(), claimable.eventReason(), claimable.reason());
  }

  @Override
  public List<PlanStep> delete(ToyObservedState set, PlanContext<ToyObservedState> now) {
    return set.state().equals("GOING") ? List.of() : List.of(new ToyStep.DeleteSet(set.name()));
  }
}
