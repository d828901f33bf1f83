package org.example.toy;

import io.weir.provider.Plan;
import io.weir.provider.PoolName;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import java.util.List;

/** What is to be done about a set of machines. */
final class ToyPlan implements Plan<ToyPoolProvider.Want, ToySeen> {

  @Override
  public List<Step> make(PoolName pool, ToyPoolProvider.Want want) {
    return List.of(new ToyStep.CreateSet(pool.cloudName(), pool.pool().toString(), want.size()));
  }

  @Override
  public List<Step> change(ToySeen set, ToyPoolProvider.Want want, Situation<ToySeen> now) {
    return set.size() == want.size()
        ? List.of()
        : List.of(new ToyStep.ResizeSet(set.name(), set.size(), want.size()));
  }

  @Override
  public List<Step> remove(ToySeen set, Situation<ToySeen> now) {
    return set.state().equals("GOING") ? List.of() : List.of(new ToyStep.DeleteSet(set.name()));
  }
}
