package org.example.toy;

import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.SingleObjectPlanner;
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
      ToyPoolProvider.ToyDesiredState toyDesiredState,
      PlanContext<ToyObservedState> now) {
    return set.size() == toyDesiredState.size()
        ? List.of()
        : List.of(new ToyStep.ResizeSet(set.name(), set.size(), toyDesiredState.size()));
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
