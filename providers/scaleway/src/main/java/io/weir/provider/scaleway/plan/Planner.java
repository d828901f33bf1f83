package io.weir.provider.scaleway.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Plan;
import io.weir.provider.PoolName;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.http.Fields;
import io.weir.provider.scaleway.desired.Want;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.Seen;
import java.util.ArrayList;
import java.util.List;

/** What Kapsule allows now. */
public record Planner() implements Plan<Want, Seen> {

  @Override
  public List<Step> make(PoolName pool, Want want) {
    return List.of(new KapsuleStep.Create(pool.cloudName(), want.creation()));
  }

  @Override
  public List<Step> change(Seen seen, Want want, Situation<Seen> now) {
    var steps = new ArrayList<Step>();
    KapsulePool pool = seen.of(now.pool().pool(), now.notes()).getFirst();
    if (pool.leaving() || pool.locked() || seen.cluster().closed()) {
      return steps;
    }
    ObjectNode fields = pool.differing(want.settings());
    if (!fields.isEmpty()) {
      String because = String.join(", ", Fields.names(fields)) + " differ from what is asked for";
      steps.add(new KapsuleStep.Update(pool.name(), pool.id(), fields, because));
    }
    int size = want.size().orElse(pool.size());
    if (size != pool.size() && !pool.autoscaling() && !pool.upgrading()) {
      String because = "%d nodes wanted, %d asked for".formatted(size, pool.size());
      steps.add(new KapsuleStep.Resize(pool.name(), pool.id(), size, because));
    }
    if (want.upgrade(pool, seen.cluster()).due()) {
      String because = "its nodes run %s".formatted(pool.version());
      steps.add(new KapsuleStep.Upgrade(pool.name(), pool.id(), seen.cluster().version(), because));
    }
    return steps;
  }

  /** All that are ours, should there ever have been two. */
  @Override
  public List<Step> remove(Seen seen, Situation<Seen> now) {
    return seen.of(now.pool().pool(), now.notes()).stream()
        .filter(pool -> !pool.leaving())
        .<Step>map(pool -> new KapsuleStep.Delete(pool.name(), pool.id()))
        .toList();
  }
}
